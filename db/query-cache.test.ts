import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startServer } from "@/test/server";
import { buildOnce } from "./query-cache";

type QueryInput = { name: string | null; ids: number[]; isLoud?: boolean; read?: (name: unknown) => SQL };

await startServer();
let built = 0;
const told = buildOnce<QueryInput, { said: string }>(({ name, ids, isLoud, read }) => {
  built += 1;
  const said = name === null ? sql`'nobody'` : (read ?? ((value) => sql`${value}::text`))(name);
  return sql`select ${isLoud ? sql`upper(${said})` : said} || ${ids.length}::int || coalesce((select sum(id) from unnest(array[${sql.join(ids, sql`, `)}]::int[]) id)::text, '-') as said`;
});
const saying = async (input: QueryInput) => (await told(input)).map(({ said }) => said);

test("a statement is built once per shape of its values, and each call sends its own values", async () => {
  expect(await saying({ name: "ada", ids: [1, 2] })).toEqual(["ada23"]);
  expect(await saying({ name: "'; drop", ids: [3, 4] })).toEqual(["'; drop27"]);
  expect(built).toBe(1);
  expect(await saying({ name: null, ids: [1, 2] })).toEqual(["nobody23"]);
  expect(await saying({ name: "ada", ids: [1, 2, 3] })).toEqual(["ada36"]);
  expect(await saying({ name: "ada", ids: [] })).toEqual(["ada0-"]);
  expect(await saying({ name: "ada", ids: [1, 2], isLoud: true })).toEqual(["ADA23"]);
  expect(built).toBe(5);
  expect(await saying({ name: "eve", ids: [5, 6] })).toEqual(["eve211"]);
  expect(built).toBe(5);
});

test("different functions as values lead to different statements", async () => {
  const [first, second] = [
    (value: unknown) => sql`'a' || ${value}::text`,
    (value: unknown) => sql`'b' || ${value}::text`,
  ];
  expect(await saying({ name: "x", ids: [1], read: first })).toEqual(["ax11"]);
  expect(await saying({ name: "y", ids: [1], read: second })).toEqual(["by11"]);
  expect(await saying({ name: "z", ids: [1], read: first })).toEqual(["az11"]);
});
