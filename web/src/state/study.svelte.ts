// A match understood when it is over: asked for, waited for, stopped; what is found is kept by the server.
import { Refused, type Seat, Unreachable } from "../api/client";
import type { Analysis, Report } from "../api/types";
import { t } from "../i18n/index.svelte";

const OFTEN = 400; // milliseconds between looks

export class Study {
  report = $state.raw<Report | null>(null);
  part = $state<number | null>(null); // how much is done, while it is under way
  problem = $state("");
  known = $state(false); // whether the server has been asked
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly seat: Seat) {}

  /** What there is; whatever is under way is waited for. */
  look = () => this.hear(this.seat.analysis());
  begin = () => this.hear(this.seat.analyse(), true);

  async stop(): Promise<void> {
    this.leave();
    this.part = null;
    await this.seat.unanalyse().catch(() => null);
  }

  /** Nobody looks any more; the server goes on. */
  leave(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async hear(answer: Promise<Analysis>, waited = false): Promise<void> {
    this.leave();
    this.problem = "";
    if (waited) this.part ??= 0;
    try {
      const { part, report } = await answer;
      this.known = true;
      if (waited && this.part === null) return; // it was stopped meanwhile
      [this.part, this.report] = [part, report];
      if (part !== null) this.timer = setTimeout(() => void this.hear(this.seat.analysis(), true), OFTEN);
      else if (waited && !report) this.problem = t("analysis.failed");
    } catch (error) {
      this.part = null;
      this.problem = said(error);
    }
  }
}

function said(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof Unreachable) return t("error.offline");
  throw error;
}
