import { execSync, spawn } from "node:child_process";
import { delimiter, dirname } from "node:path";

const OLDEST = [22, 13];
const INSTEAD = 24;

/**
 * On an unsupported Node version, runs this script again under a newer one provided by npx and exits with its status.
 * Commands that the script calls by name, such as npm, also run under that version.
 */
export async function ensureNode() {
  // In the child: exits when the parent is killed, because the child would otherwise keep the port.
  if (process.env.PARLEY_RERUN && process.channel) {
    process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
    process.channel.unref();
  }
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;

  console.log(
    `Node ${process.versions.node} is older than ${OLDEST.join(".")}: going on under Node ${INSTEAD}, by way of npx.`,
  );
  const node = nodeFromNpx();
  const child = spawn(node, process.argv.slice(1), {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, PATH: dirname(node) + delimiter + process.env.PATH, PARLEY_RERUN: "1" },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  await new Promise(() => {
    child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
  });
}

function nodeFromNpx() {
  try {
    const answer = execSync(`npx -y -p node@${INSTEAD} -c "node -p process.execPath"`, {
      stdio: ["ignore", "pipe", "inherit"],
      encoding: "utf8",
    });
    return answer.trim().split("\n").pop();
  } catch {
    console.error(
      `npx could not provide Node ${INSTEAD} (its message is above). Install Node ${INSTEAD} from https://nodejs.org and run this again.`,
    );
    process.exit(1);
  }
}
