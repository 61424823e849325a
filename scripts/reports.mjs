import { relative } from "node:path";

/** What passed and what failed in vitest's JSON report; a file that could not be loaded is one failure. */
export function countVitest({ testResults }) {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({ status, name: `${relative(".", name)}: ${fullName}` })),
  );
  const unloaded = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: tests.filter(({ status }) => status === "passed").length,
    failed: [
      ...tests.filter(({ status }) => status === "failed").map(({ name }) => name),
      ...unloaded.map(({ name }) => relative(".", name)),
    ],
    failedFiles: testResults
      .filter(({ status }) => status === "failed")
      .map(({ name }) => relative(".", name)),
  };
}

/** The same for Playwright's, and what passed only when it was tried again. */
export function countPlaywright({ suites }) {
  const specs = suites
    .flatMap(specsOf)
    .filter(({ tests }) => tests.some(({ status }) => status !== "skipped"));
  return {
    passed: specs.filter(({ ok }) => ok).length,
    failed: specs.filter(({ ok }) => !ok).map(nameOf),
    flaky: specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky")).map(nameOf),
  };
}

const nameOf = ({ file, title }) => `${file}: ${title}`;
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
