import { expect, test } from "vitest";
import { runProgram } from "@/lib/platform/sandbox/service";
import { leastProcessorTime, watchTurns } from "@/test/processor-time";
import { calculate, type SandboxFile } from "./service";

// Covers programs written by models, including malicious ones.
const rows = (name: string, ...lines: unknown[][]): SandboxFile => ({
  name,
  text: lines.map((line) => JSON.stringify(line)).join("\n"),
  parts: [],
});
const sales = rows("sales.csv", ["city", "sold"], ["Oslo", 3], ["Bergen", 4.5], ["Oslo", 2]);
const GROUP = "group";
const SOON = { seconds: 0.1, megabytes: 64 };
const soon = (program: string, files: SandboxFile[] = []) =>
  calculate(GROUP, program, files, undefined, SOON);

test("a program computes with tables and texts, and returns tables and plots", async () => {
  const sheets = {
    ...rows("book.xlsx", ["a", "a", null], [1, 2, 3]),
    parts: [
      { title: "First", start: 0 },
      { title: "Second", start: 26 },
    ],
  };
  sheets.text = `${'["a","a",null]\n[1,2,3]\n'.padEnd(25)}\n["b"]\n[7]\n`;
  const note = { name: "note.txt", text: "Hello über 😀", parts: null };
  const { text, shows, isError } = await calculate(
    GROUP,
    `const sold = tables["sales.csv"];
     const sums = {};
     for (const { city, sold: n } of sold) sums[city] = (sums[city] ?? 0) + n;
     table(Object.entries(sums).map(([city, sum]) => ({ city, sum: sum + " |x" })), "Sold\\nby city");
     plot({ mark: "bar", data: { values: sold }, encoding: { x: { field: "city" }, y: { field: "sold" } } });
     console.log(Object.keys(tables), texts["note.txt"], new Map([["k", 1n]]));
     await Promise.resolve();
     ({ first: tables["book.xlsx/First"], second: tables["book.xlsx/Second"], nan: NaN })`,
    [sales, sheets, note],
  );
  expect(isError).toBe(false);
  expect(text).toContain('{"first":[{"a":1,"a 2":2,"column 3":3}],"second":[{"b":7}],"nan":"NaN"}');
  expect(text).toContain('["sales.csv","book.xlsx/First","book.xlsx/Second"] Hello über 😀 {"k":"1n"}');
  expect(text).toContain("The person sees these tables and plots already.");
  expect(shows).toContain(
    "**Sold by city**\n\n| city | sum |\n| --- | --- |\n| Oslo | 5 \\|x |\n| Bergen | 4.5 \\|x |",
  );
  const [, spec] = /```vega-lite\n(.*)\n```/.exec(shows) ?? [];
  expect(JSON.parse(spec!).data.values).toHaveLength(3);
  expect((await calculate(GROUP, "return 6 * 7;", [])).text).toBe("Its value:\n42");
});

test.each([
  ["an error", "const a = 1;\nnull.x", /^The program failed \(line 2\): TypeError/],
  ["what is no JavaScript", "let a = ;", /^The program failed: SyntaxError/],
  ["a loop without end", "for (;;) {}", /computed for more than 0.1 seconds/],
  [
    "promises that follow each other",
    "const next = () => Promise.resolve().then(next); next()",
    /computed for more than/,
  ],
  [
    "an expression that takes for ever",
    '/^(a+)+$/.test("a".repeat(40) + "b")',
    /computed for more than|Its value/,
  ],
  ["a promise that never ends", "await new Promise(() => {})", /waits for something that never comes/],
  [
    "a loop that catches what ends it",
    "for (;;) { try { for (;;) {} } finally { for (;;) {} } }",
    /computed/,
  ],
  ["a getter and a promise that loop", "await 0; ({ get x() { for (;;) {} } })", /computed for more than/],
  ["memory that grows", "const all = []; for (;;) all.push('x'.repeat(1e6) + all.length)", /more than 64 MB/],
  ["one large string", '"x".repeat(2 ** 29)', /more than 64 MB|RangeError|string too long/],
  ["functions without end", "const f = () => f() + 1; f()", /too deeply|call stack|stack overflow/i],
  ["much output", 'for (let n = 0; n < 1e3; n++) console.log("x".repeat(100)); 1', /Its value:\n1/],
  ["large tables", 'for (let n = 0; n < 9; n++) table([{ a: "x".repeat(1e6) }])', /too much|No more than/],
  ["a plot that is too large", "plot({ description: 'x'.repeat(70_000) })", /A plot is not shown/],
  ["a circle", "const a = {}; a.a = a; a", /circular/i],
  [
    "prototypes that are changed",
    "Array.prototype.push = () => { throw 1 }; Object.prototype.toJSON = () => 'gone'; JSON.stringify = null; Promise.prototype.then = null; 5",
    /Its value:|The program/,
  ],
  [
    "a way out",
    "this.constructor.constructor('return typeof process + typeof require + typeof fetch')()",
    /undefinedundefinedundefined/,
  ],
  ["a module of the machine", 'await import("node:fs")', /^The program failed/],
])("a program with %s ends with a readable error", async (_, program, said) => {
  const { text } = await soon(program);
  expect(text).toMatch(said);
  expect(text.length).toBeLessThan(20_000);
});

test("a program in an endless loop does not slow the server down", async () => {
  const turns = watchTurns();
  const large = { name: "large.txt", text: "x".repeat(5_000_000), parts: null };
  await runProgram(GROUP, "1", []);
  turns.start();
  const computing = async () => {
    const limits = { seconds: 0.5, megabytes: 64 };
    const { end } = await runProgram(GROUP, "for (;;) {}", [large], undefined, limits);
    expect(end).toBe("time");
  };
  expect(await leastProcessorTime(computing, 200)).toBeLessThan(200);
  turns.stop();
  expect(turns.longest(0.99)).toBeLessThan(50);
});

test("a program ends when its reply is stopped", async () => {
  const stop = new AbortController();
  const running = runProgram(GROUP, "for (;;) {}", [], stop.signal, { seconds: 60, megabytes: 64 });
  stop.abort("stopped");
  await expect(running).rejects.toBe("stopped");
});
