import { expect, test } from "vitest";
import { toReadingOrder, toTurns } from "./order";

// "3" is a message, "5>3" an assistant's reply to it.
const read = (text: string) =>
  text.split(" ").map((word) => {
    const [id, question] = word.split(">").map(Number);
    return { id: id!, question };
  });
const ordered = (text: string) =>
  toReadingOrder(read(text), ({ question }) => question)
    .map(({ id }) => id)
    .join(" ");

test.each([
  ["nothing moves where each reply follows its question", "1 2>1 3 4>3", "1 2 3 4"],
  ["replies to questions that overlap stand below theirs", "1 2 3>1 4>2", "1 3 2 4"],
  ["also when the second one is answered first", "1 2 3>2 4>1", "1 4 2 3"],
  ["what people say meanwhile follows the reply", "1 2 3 4>1 5", "1 4 2 3 5"],
  ["several assistants reply in their order", "1 2 3>1 4 5>1 6>2", "1 3 5 2 6 4"],
  ["a reply whose question is not there stays", "7 8>3 9", "7 8 9"],
  ["a reply to a reply stands with the question of that one", "1 2 3>1 4>3", "1 3 4 2"],
  ["people's messages never move", "1 2 3 4", "1 2 3 4"],
])("%s", (_, given, expected) => expect(ordered(given)).toBe(expected));

test("a loaded page places a reply below its question", () => {
  const page = "5 6>3 7";
  expect(ordered(page)).toBe("5 6 7");
  expect(ordered(`3 4 ${page}`)).toBe("3 6 4 5 7");
});

test("a turn is a message with its replies", () => {
  const [first, second] = toTurns(read("1 2 3>1"), ({ question }) => question);
  expect(first!.message.id).toBe(1);
  expect(first!.replies.map(({ id }) => id)).toEqual([3]);
  expect(second!.replies).toEqual([]);
});
