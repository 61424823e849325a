// `npm run bench -- --only crashes`: runs e2e/resilience/crash.spec.ts ten times, each with ten kills at random moments.

import { run } from "../../scripts/run.mjs";
import { keep } from "../results.mjs";
import { requireBuild, root } from "../rig.mjs";
import { writePage } from "./report.mjs";

const RUNS = 10;
const KILLS_OF_A_RUN = 10;

/** Returns the exit code: 1 when acknowledged data was lost or duplicated. */
export async function crashes({ say }) {
  await requireBuild(root);
  const began = performance.now();
  say(`${RUNS} runs of ${KILLS_OF_A_RUN} kills`);
  const words = [
    "e2e/resilience/crash.spec.ts",
    "-g",
    "kill -9",
    `--repeat-each=${RUNS}`,
    "--retries=0",
    "--workers=1",
  ];
  const code = await run("playwright", ["test", ...words]);
  if (code !== 0) return code;
  const minutes = (performance.now() - began) / 60_000;
  keep("crashes", {
    day: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    kills: RUNS * KILLS_OF_A_RUN,
    minutes,
  });
  writePage();
  return 0;
}
