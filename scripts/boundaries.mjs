// Checks the import rule. With a TypeScript that dependency-cruiser does not know it sees no module and would pass.
import { spawnSync } from "node:child_process";

const folders = ["app", "components", "lib", "db", "inngest", "server.ts", "start.ts"];
const { stdout, stderr } = spawnSync(
  process.execPath,
  [
    "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
    "--config",
    ".dependency-cruiser.cjs",
    "--output-type",
    "json",
    ...folders,
  ],
  { encoding: "utf8", maxBuffer: 256 * 1024 * 1024 },
);
let summary;
try {
  ({ summary } = JSON.parse(stdout));
} catch {
  console.error(stderr || stdout);
  process.exit(1);
}
for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} → ${to}`);
console.log(`${summary.totalCruised} modules, ${summary.violations.length} violations`);
process.exit(summary.totalCruised > 50 && summary.violations.length === 0 ? 0 : 1);
