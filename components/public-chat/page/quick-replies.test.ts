import { expect, test } from "vitest";
import { parseQuickReplies } from "./quick-replies";

test.each([
  ["Shall I?\n\n[[Yes]]\n[[No, thanks]]", "Shall I?", ["Yes", "No, thanks"]],
  ["Which?\n- [[Small]]\n\n* [[Large]]  \n", "Which?", ["Small", "Large"]],
  ["[[Yes]]", "", ["Yes"]],
  ["Write [[Yes]] or [[No]]", "Write [[Yes]] or [[No]]", []],
  ["[[Yes]]\nis what I said", "[[Yes]]\nis what I said", []],
  ["```\n[[Yes]]\n```", "```\n[[Yes]]\n```", []],
  ["A [link][1]\n\n[1]: https://e.test", "A [link][1]\n\n[1]: https://e.test", []],
  [`x\n${"[[a]]\n".repeat(11)}`, `x\n${"[[a]]\n".repeat(11)}`, []],
  [`x\n[[${"a".repeat(81)}]]`, `x\n[[${"a".repeat(81)}]]`, []],
])("the message %j has the text %j and the quick replies %j", (message, text, replies) =>
  expect(parseQuickReplies(message)).toEqual({ text, replies }),
);

test("incomplete quick replies are hidden while a reply streams", () => {
  const whole = "Shall I?\n\n[[Yes]]\n- [[No]]";
  for (let length = "Shall I?".length; length <= whole.length; length++) {
    const { text } = parseQuickReplies(whole.slice(0, length), true);
    expect(text).toBe("Shall I?");
  }
});

test("quick replies of a long text are parsed in linear time", () => {
  expect(parseQuickReplies(`${"[[".repeat(500_000)}`, true).replies).toEqual([]);
  expect(parseQuickReplies(`${"[[a]]\n".repeat(100_000)}`).replies).toEqual([]);
});
