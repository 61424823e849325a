import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const OLDEST = [22, 13];
const WANTED = 24;

/**
 * On a Node older than the project takes, runs this script again under Node 24
 * by way of npx, the install included, and ends with its exit code.
 */
export function ensureNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  if (process.env.PARLEY_NODE_RERUN) {
    console.error(`Parley needs Node ${OLDEST.join(".")} or later, and npx did not provide one.`);
    process.exit(1);
  }
  console.log(`Node ${process.versions.node} is too old for Parley: running under Node ${WANTED} by way of npx.`);
  const script = fileURLToPath(new URL(`file://${process.argv[1]}`));
  const words = [script, ...process.argv.slice(2)].map((word) => JSON.stringify(word)).join(" ");
  const { status, signal } = spawnSync("npx", ["-y", "-p", `node@${WANTED}`, "-c", `node ${words}`], {
    stdio: "inherit",
    env: { ...process.env, PARLEY_NODE_RERUN: "1" },
  });
  process.exit(status ?? (signal ? 130 : 1));
}
