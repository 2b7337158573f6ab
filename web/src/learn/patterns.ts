/** Whether a text is like one of the patterns, in which "*" stands for anything. */
export function fits(patterns: string[], text: string): boolean {
  return patterns.some((pattern) => like(pattern).test(text));
}

const like = (pattern: string) =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`);
