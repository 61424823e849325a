import { symbols } from "pino";
import { log } from "@/lib/platform/log";

type Stream = { write(line: string): boolean };

/** Redirects this process's log, at every level, to the returned array. */
export function logged(): string[] {
  const lines: string[] = [];
  const holder = log as unknown as Record<symbol, Stream>;
  holder[symbols.streamSym] = {
    write: (line) => {
      lines.push(line);
      return true;
    },
  };
  log.level = "trace";
  return lines;
}
