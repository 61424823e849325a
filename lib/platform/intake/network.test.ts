import { expect, test } from "vitest";
import { startNetwork, waysOut } from "@/test/ways-out";
import { withIntake } from "./service";

test("a compromised program reaches no network with any API of Node", async () => {
  const network = await startNetwork();
  const program = { path: "test/fixtures/intake/program.mjs", lane: "parsing" as const, limits: {} };
  await withIntake(program, "group", {}, async (intake) => {
    for (const [way, code] of Object.entries(waysOut(network))) {
      const outcome = await intake.call<{ value?: string; error?: string }>("evaluate", code);
      expect([way, outcome.value]).toEqual([way, undefined]);
    }
  });
  expect(network.hits).toEqual([]);
  network.close();
});
