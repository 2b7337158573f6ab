import { expect, it } from "vitest";
import { comeBack, draftOf, forgetDraft, keepDraft, leaveFor } from "./draft";

const draft = { scenario: "seelow", options: { fog: "on" }, seats: { german: "bot:captain", soviet: "me" } };

it("what was chosen for a match is there again after a look at the rules, until it has begun", () => {
  keepDraft("seelow", draft);
  leaveFor("seelow");
  expect(comeBack()).toBe("seelow");
  expect(comeBack()).toBeNull();
  expect(draftOf("seelow")).toEqual(draft);
  expect(draftOf("vistula")).toBeUndefined();
  forgetDraft("seelow");
  expect(draftOf("seelow")).toBeUndefined();
});
