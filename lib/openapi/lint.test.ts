import { resolve } from "node:path";
import { createConfig, lint } from "@redocly/openapi-core";
import { expect, test } from "vitest";

test("a linter finds nothing to say of the OpenAPI document", async () => {
  const config = await createConfig({
    extends: ["recommended"],
    // The specification's own paths: of two that fit, the one that names a segment counts (`lib/api/match.ts`).
    rules: { "no-ambiguous-paths": "off" },
  });
  const problems = await lint({ ref: resolve("docs/openapi.json"), config });
  expect(problems.map(({ ruleId, message, location: [at] }) => [ruleId, message, at?.pointer])).toEqual([]);
});
