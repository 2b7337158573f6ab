import sans from "@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2?url";
import sansBold from "@fontsource/source-sans-3/files/source-sans-3-latin-700-normal.woff2?url";
import { SANS, SERIF } from "./pen";

/** What the worker needs to write numbers and letters on the map. */
export const fontFiles = [
  { family: "Source Sans 3", weight: "400", url: new URL(sans, document.baseURI).href },
  { family: "Source Sans 3", weight: "700", url: new URL(sansBold, document.baseURI).href },
];

/** The fonts of the map, as far as they come in good time: names are measured before they are placed. */
export function loadFonts(): Promise<unknown> {
  const wanted = [`400 20px ${SERIF}`, `600 20px ${SERIF}`, `italic 400 20px ${SERIF}`, `700 20px ${SANS}`];
  const late = new Promise((give) => setTimeout(give, 1200));
  return Promise.race([Promise.allSettled(wanted.map((font) => document.fonts.load(font))), late]);
}
