// What keeps somebody out of a screen.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core calls serious or critical, each in a line. */
export async function barriers(page) {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      where: nodes.map((node) => node.html.slice(0, 120)),
    }));
  });
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.map(({ id, where }) => `${id} (${where.length}): ${where.slice(0, 3).join(" ")}`);
}
