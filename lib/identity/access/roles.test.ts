import { afterAll, describe, expect, test } from "vitest";
import { routes } from "@/app/api/v1/table";
import type { Client } from "@/test/client";
import { callOperation } from "@/test/roles/call";
import { close, people } from "@/test/roles/people";
import { type Expected, type Input, manage, type RoleRow, rows } from "@/test/roles/table";
import { makeThings, type ThingKind, type Things } from "@/test/roles/things";

/**
 * Role table: five principals call each operation on resources of the owner, which are recreated whenever a call may
 * have changed them. An operation without a row fails.
 */
afterAll(close);

const operations = routes.filter(({ operation }) => operation.access === "viewer");
// All chat settings share one row.
const getRow = (name: string): RoleRow | undefined => (name.startsWith("set_") ? [manage] : rows[name]);

test("the table of roles has a row for every operation, and no other rows", () => {
  const names = operations.map(({ name }) => name);
  expect(names.filter((name) => getRow(name) === undefined)).toEqual([]);
  expect(Object.keys(rows).filter((name) => !names.includes(name))).toEqual([]);
});

// Resources for the next call; rejected calls and reads leave them unchanged.
let prepared: { name: string; things: Things; input: Input } | undefined;
async function preparedFor(name: string) {
  if (prepared?.name === name) return prepared;
  const [, make, part] = getRow(name) ?? [];
  // Only resources that the path or the row needs are created.
  const { path } = operations.find((route) => route.name === name)!.operation;
  const needs = new Set([part, path.includes("{message") && "message", path.includes("{streaming") && "run"]);
  const isOfChat = /\{(chat|message|streaming)/.test(path) || (make?.length ?? 0) > 0;
  const things = isOfChat ? await makeThings(needs as Set<ThingKind>) : ({} as Things);
  return { name, things, input: (await make?.(things)) ?? {} };
}

async function call(api: Client, name: string): Promise<number> {
  const { operation } = operations.find((route) => route.name === name)!;
  const ready = await preparedFor(name);
  const status = await callOperation(api, operation, ready);
  const isAsBefore = status === 403 || status === 404 || operation.method === "GET";
  prepared = isAsBefore ? ready : undefined;
  return status;
}

const shown = (status: number): Expected | number => {
  if (status === 403 || status === 404) return status;
  // Errors of input, state or external servers mean that the role was permitted.
  return [200, 201, 202, 204, 400, 409, 422, 502, 503].includes(status) ? "ok" : status;
};

describe.each(operations.map(({ name }) => name))("%s", (name) => {
  const [expected = []] = getRow(name) ?? [];
  test.each(Object.keys(people).map((who, at) => [who, expected[at]] as const))(
    "%s: %s",
    async (who, outcome) => {
      expect(shown(await call(people[who]!, name))).toBe(outcome);
    },
  );
});
