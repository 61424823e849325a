// Fails when an import breaks a rule of .dependency-cruiser.cjs, and when nothing was looked at:
// with a TypeScript that it does not know, dependency-cruiser reads no module and finds no fault.
import { cruise } from "dependency-cruiser";
import extractConfig from "dependency-cruiser/config-utl/extract-depcruise-config";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";

const FEWEST = 100;
const SOURCES = ["app", "components", "db", "e2e", "inngest", "lib", "scripts", "server.ts", "start.ts"];

const rules = await extractConfig("./.dependency-cruiser.cjs");
const tsConfig = extractTSConfig("./tsconfig.json");
const { output } = await cruise(SOURCES, { ...rules.options, ruleSet: rules, validate: true }, null, {
  tsConfig,
});
const { violations, totalCruised } = output.summary;

const faults = violations.filter(({ rule }) => rule.severity === "error");
const reasons = new Map(rules.forbidden.map(({ name, comment }) => [name, comment]));
for (const name of new Set(faults.map(({ rule }) => rule.name))) {
  console.error(`\n${name}: ${reasons.get(name)}`);
  for (const { from, to, rule } of faults) if (rule.name === name) console.error(`  ${from} → ${to}`);
}
if (totalCruised < FEWEST)
  console.error(`Only ${totalCruised} modules were looked at: the check itself is broken.`);
console.log(`${totalCruised} modules, ${faults.length} forbidden imports.`);
process.exit(faults.length > 0 || totalCruised < FEWEST ? 1 : 0);
