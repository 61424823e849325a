import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Does `work` while no other process of this machine does any under the same file. */
export async function inTurn(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  while (!take(file)) await wait(200);
  const leave = () => rmSync(file, { force: true });
  process.once("exit", leave);
  try {
    return await work();
  } finally {
    process.off("exit", leave);
    leave();
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (!isHeld(file)) rmSync(file, { force: true });
    return false;
  }
}

function isHeld(file) {
  try {
    process.kill(Number(readFileSync(file, "utf8")), 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
