import { readFileSync } from "node:fs";

// Clock ticks per second in `/proc` (USER_HZ), the same on all Linux systems.
const TICKS_PER_SECOND = 100;
// Indexes of utime and stime behind the process name, which may contain spaces (proc_pid_stat(5), fields 14 and 15).
const [USER, SYSTEM] = [11, 12];

/** Returns the CPU time of a process in seconds, or undefined without `/proc`. */
export function readProcessorTime(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const seconds = (Number(fields[USER]) + Number(fields[SYSTEM])) / TICKS_PER_SECOND;
    return Number.isFinite(seconds) ? seconds : undefined;
  } catch {
    return undefined;
  }
}
