import { readFileSync } from "node:fs";

/** A second in units of `/proc`, on all systems that have it. */
const TICKS = 100;
/** Places of the time in the program and in the system, behind the name, which may hold spaces (proc_pid_stat(5), fields 14 and 15). */
const [USER, SYSTEM] = [11, 12];

/** Returns the processor time that a process has taken, in seconds; undefined where the system doesn't tell. */
export function readProcessorTime(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const seconds = (Number(fields[USER]) + Number(fields[SYSTEM])) / TICKS;
    return Number.isFinite(seconds) ? seconds : undefined;
  } catch {
    return undefined;
  }
}
