// The list of matches: one of older rules is told, given out and deleted, and not opened.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, sitting } from "./table.mjs";

const WHY = "it was played by rules version 0, this is 9; it can be exported and deleted, not played on";

test("a match of older rules", () =>
  sitting(async (table) => {
    const [old, present] = [await begin(), await begin()];
    await table.page.route("**/api/matches?*", async (route) => {
      const answer = await route.fetch();
      const rows = await answer.json();
      await route.fulfill({
        response: answer,
        json: rows.map((row) => (row.id === old ? { ...row, old: WHY, opens: false } : row)),
      });
    });
    await table.home();
    const row = table.page.locator("li", { has: table.page.locator(`[data-old="${old}"]`) });
    assert.match(await row.innerText(), new RegExp(WHY));
    assert.equal(await row.locator("a").count(), 0, "it cannot be opened");
    assert.equal(await table.page.locator(`[data-action="resume ${present}"]`).count(), 1);

    const [file] = await Promise.all([table.page.waitForEvent("download"), table.act(`export ${old}`)]);
    assert.match(file.suggestedFilename(), /^koenigsberg-.*\.json$/);
    table.page.once("dialog", (dialog) => dialog.accept());
    await table.act(`remove ${old}`);
    await row.waitFor({ state: "detached" });
  }));
