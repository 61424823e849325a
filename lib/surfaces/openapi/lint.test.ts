import { resolve } from "node:path";
import { expect, test } from "vitest";

type Problem = { ruleId: string; message: string; location: { pointer?: string }[] };

test("a linter finds nothing to say of the OpenAPI document", async () => {
  // Loaded here: where the linter is not installed, this test says so and nothing else fails.
  const linter: string = "@redocly/openapi-core";
  const { createConfig, lint } = await import(linter);
  const config = await createConfig({
    extends: ["recommended"],
    // The specification's own paths: of two that fit, the one that names a segment counts (`lib/api/match.ts`).
    rules: { "no-ambiguous-paths": "off" },
  });
  const problems: Problem[] = await lint({ ref: resolve("docs/openapi.json"), config });
  expect(problems.map(({ ruleId, message, location: [at] }) => [ruleId, message, at?.pointer])).toEqual([]);
});
