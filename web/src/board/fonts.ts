import sans from "@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2?url";
import sansBold from "@fontsource/source-sans-3/files/source-sans-3-latin-700-normal.woff2?url";

/** What the worker needs to write numbers and letters on the map. */
export const fontFiles = [
  { family: "Source Sans 3", weight: "400", url: new URL(sans, document.baseURI).href },
  { family: "Source Sans 3", weight: "700", url: new URL(sansBold, document.baseURI).href },
];
