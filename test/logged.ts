import { symbols } from "pino";
import { log } from "@/lib/platform/log";

type Stream = { write(line: string): boolean };

/** From now on the log of this process, at every level, goes into the answer instead of to standard output. */
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
