import { resolve } from "node:path";
import { expect, test } from "vitest";

type Problem = { ruleId: string; message: string; location: { pointer?: string }[] };

test("the OpenAPI document passes the linter", async () => {
  // Loaded within the test, so that a missing linter fails only this test.
  const linter: string = "@redocly/openapi-core";
  const { createConfig, lint } = await import(linter);
  const config = await createConfig({
    extends: ["recommended"],
    // The specification defines ambiguous paths. The one with a literal segment wins (`lib/api/match-path.ts`).
    rules: { "no-ambiguous-paths": "off" },
  });
  const problems: Problem[] = await lint({ ref: resolve("docs/openapi.json"), config });
  expect(problems.map(({ ruleId, message, location: [at] }) => [ruleId, message, at?.pointer])).toEqual([]);
});
