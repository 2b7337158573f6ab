// What a person likes, kept in the browser.

export type Speed = "slow" | "normal" | "instant";

interface Kept {
  speed: Speed;
  briefings: boolean; // whether a match begins with one
  hints: string[]; // kinds of decision whose hint has been put away
}

function read(): Kept {
  const stored = typeof localStorage === "undefined" ? null : localStorage.getItem("countermarch.settings");
  return { speed: "normal", briefings: true, hints: [], ...(stored ? (JSON.parse(stored) as Partial<Kept>) : {}) };
}

export const settings = $state(read());

export function keep(): void {
  localStorage.setItem("countermarch.settings", JSON.stringify(settings));
}
