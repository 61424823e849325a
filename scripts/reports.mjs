import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Counts passed and failed tests in vitest's JSON report; a file that failed to load is one failure. */
export function countVitest({ testResults }) {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName, failureMessages }) => ({
      status,
      name: `${relative(".", name)}: ${fullName}`,
      reason: getReason(failureMessages),
    })),
  );
  const unloaded = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: tests.filter(({ status }) => status === "passed").length,
    failed: [
      ...tests.filter(({ status }) => status === "failed"),
      ...unloaded.map(({ name, message }) => ({ name: relative(".", name), reason: getReason([message]) })),
    ].map(({ name, reason }) => ({ name, reason })),
    failedFiles: testResults
      .filter(({ status }) => status === "failed")
      .map(({ name }) => relative(".", name)),
  };
}

export function countPlaywright({ suites }) {
  const specs = suites
    .flatMap(listSpecs)
    .filter(({ tests }) => tests.some(({ status }) => status !== "skipped"));
  return {
    passed: specs.filter(({ ok }) => ok).length,
    failed: specs.filter(({ ok }) => !ok).map(toFailure),
    flaky: specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky")).map(toFailure),
  };
}

const toFailure = ({ file, title, tests }) => ({
  name: `${file}: ${title}`,
  reason: getReason(tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))),
});
const listSpecs = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(listSpecs)];

const MAX_REASON_LINES = 12;
const MAX_REASON_CHARACTERS = 1500;

function getReason([message = ""] = []) {
  const lines = stripVTControlCharacters(message).split("\n");
  const stack = lines.findIndex((line) => /^ +at /.test(line));
  const told = lines.slice(0, stack < 0 ? MAX_REASON_LINES : Math.min(stack, MAX_REASON_LINES));
  return told.join("\n").slice(0, MAX_REASON_CHARACTERS).trim();
}
