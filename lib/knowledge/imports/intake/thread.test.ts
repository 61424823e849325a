import { expect, test } from "vitest";
import { buildThread } from "./thread.mjs";

const LIMITS = { messages: 20_000, characters: 12_000_000, messageCharacters: 200_000 };
type Node = [id: string, parent: string | undefined];

function thread(nodes: Iterable<Node>, current?: string, limits = LIMITS) {
  const map = new Map(
    [...nodes].map(([id, parent]) => {
      const author = id.startsWith("q") ? ("user" as const) : ("assistant" as const);
      return [id, { parent, message: { author, text: id } }];
    }),
  );
  return buildThread(map, current, 0, limits);
}

function* chain(count: number, name = (n: number) => `${n % 2 ? "a" : "q"}${n}`): Generator<Node> {
  for (let n = 0; n < count; n++) yield [name(n), n > 0 ? name(n - 1) : undefined];
}
// Each answer has one more part than the one before, and a question follows each part.
function* comb(count: number): Generator<Node> {
  for (const [id, parent] of chain(count, (n) => `a${n}`)) {
    yield [id, parent ?? "q"];
    yield [`q${id}`, id];
  }
}
function* star(count: number, name: string): Generator<Node> {
  for (let n = 0; n < count; n++) yield [`${name}${n}`, "q"];
}
const question: Node[] = [["q", undefined]];

test.each<[name: string, nodes: Node[], placed: number]>([
  ["a chain of 20,000 messages", [...chain(20_000)], 20_000],
  ["200,000 questions after each other", [...question, ...star(200_000, "q")], 51],
  ["200,000 answers to one question", [...question, ...star(200_000, "a")], 2],
  ["100,000 places at which an answer branches", [...question, ...comb(100_000)], 0],
])("%s are put into order without recursion", (_, nodes, placed) => {
  const { messages, excess } = thread(nodes, "q");
  expect(excess).toBeUndefined();
  expect(messages.length).toBeGreaterThanOrEqual(placed);
  expect(messages.length).toBeLessThanOrEqual(LIMITS.messages);
  for (const [at, { versionOf = 0, asideWith = 0 }] of messages.entries()) {
    expect(versionOf).toBeLessThanOrEqual(at);
    expect(asideWith).toBeLessThanOrEqual(at);
  }
});

test("a branch that is longer than the limit is refused, and other branches give way to the one seen last", () => {
  expect(thread(chain(20_001)).excess).toBe("messages");
  expect(thread(chain(5), undefined, { ...LIMITS, characters: 9 }).excess).toBe("characters");
  const others: Node[] = [
    ["qb", undefined],
    ["ab", "qb"],
    ["qc", undefined],
  ];
  const limited = thread([...others, ...chain(4)], "a3", { ...LIMITS, messages: 5 });
  expect(limited.messages.map(({ message }) => message.text)).toEqual(["q0", "a1", "q2", "a3"]);
  expect(limited.leftOut).toBe(3);
});

test("replies before the first question stay before it", () => {
  const nodes: Node[] = [
    ["a0", undefined],
    ["b0", undefined],
    ["q1", "b0"],
    ["q2", "a0"],
  ];
  const { messages, leftOut } = thread(nodes, "q2");
  expect(messages).toMatchObject([
    { message: { text: "a0" }, previous: [{ text: "b0" }] },
    { message: { text: "q2" }, versionOf: 1 },
    { message: { text: "q1" }, versionOf: 1, asideWith: 2 },
  ]);
  expect(leftOut).toBe(0);
});
