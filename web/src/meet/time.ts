// Time and pace in words and figures.
import type { Pace } from "../api/types";
import { t } from "../i18n/index.svelte";

const DAY = 86_400;

/** 1:05:09, 4:07, 0:09; days where there are some. */
export function clockFace(seconds: number): string {
  const all = Math.max(0, Math.ceil(seconds));
  if (all >= DAY) return t("talk.days", { days: Math.floor(all / DAY), hours: Math.floor((all % DAY) / 3600) });
  const [h, m, s] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60), all % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** What was agreed at the start. */
export function paceWords(pace: Pace): string {
  const time =
    pace.kind === "live"
      ? t("talk.live", { minutes: pace.minutes ?? 0, increment: pace.increment ?? 0 })
      : t("talk.slow", { days: pace.days ?? 0, vacation: pace.vacation ?? 0 });
  return `${time} · ${t(`talk.zero_${pace.at_zero ?? "claim"}`)}`;
}
