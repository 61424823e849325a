import { expect, test } from "vitest";
import { canAnswer } from "./answerability";

test.each([
  [
    "What does error E9 mean?",
    "Error E7 means that the sensor is broken.",
    "Error E9 means that it is cold.",
  ],
  ["How much does the pump cost?", "It needs a free space of 40 cm.", "The pump is sold at 4,000 euros."],
  ["When was the orchard planted?", "The orchard has 640 trees.", "It was planted in 1931."],
  ["How many square metres are there?", "Cellar number 14 is yours.", "There are 70 square metres."],
  ["What is the phone number?", "He tells the name.", "Call 0800 555 010."],
  ["Which kinds of apples grow?", "There are 640 apple trees and 80 pear trees.", "Apples: Boskop and Cox."],
  ["How old is it?", "It is built of brick.", "It was built in 1510."],
])("%s is not answered by %j, but by %j", (question, other, answer) => {
  expect([canAnswer(question, other), canAnswer(question, answer)]).toEqual([false, true]);
});

test("a heading answers nothing, and questions in other languages are not understood", () => {
  expect(canAnswer("What is the rent?", "# The rent")).toBe(false);
  expect(canAnswer("Wie hoch ist die Miete?", "Die Miete ist 900 Euro.")).toBe(false);
});
