// Fails when an import violates .dependency-cruiser.cjs, when bundles share state other than through services(), or
// when too few modules were checked: with an unsupported TypeScript version, dependency-cruiser silently reads none.
import { readFileSync } from "node:fs";
import { cruise } from "dependency-cruiser";
import extractConfig from "dependency-cruiser/config-utl/extract-depcruise-config";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";

const MIN_MODULES = 100;
// Global symbols that bundles of a process may share (decision 78).
const SHARED_NAMES = ["parley.app-error", "parley.database", "parley.services"];
const SOURCES = ["app", "components", "db", "e2e", "inngest", "lib", "scripts", "test"];

const rules = await extractConfig("./.dependency-cruiser.cjs");
const tsConfig = extractTSConfig("./tsconfig.json");
const { output } = await cruise(SOURCES, { ...rules.options, ruleSet: rules, validate: true }, null, {
  tsConfig,
});
const { violations, totalCruised } = output.summary;
const pairs = findFolderCycles(output.modules);
const shared = findSharedNames(output.modules);

const faults = violations.filter(({ rule }) => rule.severity === "error");
const reasons = new Map(rules.forbidden.map(({ name, comment }) => [name, comment]));
for (const name of new Set(faults.map(({ rule }) => rule.name))) {
  console.error(`\n${name}: ${reasons.get(name)}`);
  for (const { from, to, rule } of faults) if (rule.name === name) console.error(`  ${from} → ${to}`);
}
if (totalCruised < MIN_MODULES)
  console.error(`Only ${totalCruised} modules were looked at: the check itself is broken.`);
if (pairs.length > 0) console.error("\nOf two folders that need each other neither can be understood alone:");
for (const pair of pairs) console.error(`  ${pair}`);
if (shared.length > 0) console.error("\nState of a process is in modules of lib, which services() shares:");
for (const place of shared) console.error(`  ${place}`);
const count = faults.length + pairs.length + shared.length;
console.log(`${totalCruised} modules, ${count} forbidden imports.`);
process.exit(count > 0 || totalCruised < MIN_MODULES ? 1 : 0);

function findSharedNames(modules) {
  const own = modules
    .map(({ source }) => source)
    .filter((path) => /^(app|db|inngest|lib|scripts)\//.test(path));
  return own.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/Symbol\.for\("(parley[^"]*)"\)/g)]
      .filter(([, name]) => !SHARED_NAMES.includes(name))
      .map(([, name]) => `${path}: ${name}`),
  );
}

// Finds import cycles of any length between folders of lib. dependency-cruiser's own folder scope would include tests.
function findFolderCycles(modules) {
  const getFolder = (path) => /^lib\/(?:api|[^/]+\/[^/]+(?=\/))/.exec(path)?.[0];
  const needs = new Map();
  for (const { source, dependencies } of modules) {
    const from = getFolder(source);
    if (!from || /\.test\.tsx?$/.test(source)) continue;
    for (const { resolved } of dependencies) {
      const to = getFolder(resolved);
      if (to && to !== from)
        needs.set(from, (needs.get(from) ?? new Map()).set(to, `${source} → ${resolved}`));
    }
  }
  const reaches = (from, goal, seen = new Set()) =>
    from === goal ||
    (!seen.has(from) &&
      seen.add(from) &&
      [...(needs.get(from)?.keys() ?? [])].some((to) => reaches(to, goal, seen)));
  return [...needs].flatMap(([from, all]) =>
    [...all].filter(([to]) => reaches(to, from)).map(([, example]) => example),
  );
}
