// Which seats have been told what they need before their first decision; kept in the browser.

const KEY = "countermarch.begun";
const MOST = 400; // seats remembered, the latest

function read(): string[] {
  return JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
}

export const hasBegun = (match: string, seat: string) => read().includes(`${match}/${seat}`);

export function keepBegun(match: string, seat: string): void {
  const kept = read().filter((one) => one !== `${match}/${seat}`);
  localStorage.setItem(KEY, JSON.stringify([...kept, `${match}/${seat}`].slice(-MOST)));
}
