const CONSOLE_LEVELS = ["log", "info", "warn", "error", "debug"] as const;
type ConsoleLevel = (typeof CONSOLE_LEVELS)[number];
export type ConsoleEntry = { level: ConsoleLevel; text: string; line?: number };

// A preview that logs in a loop must not keep the page busy.
const MAX_SENT = 500;
const MAX_TEXT_LENGTH = 2_000;

// Script that reports a preview's console and errors to the page around it. It runs before the preview, in one line
// without a line break, so that lines of errors are those of the preview. Its attribute is missing where the frame
// couldn't number them (`app/preview/number-lines.ts`).
const SCRIPT = `{
const { parent } = window;
const hasLines = "lines" in document.currentScript.dataset;
let sent = 0;
const show = (value, depth) => {
  try {
    if (typeof value === "string") return value;
    if (value instanceof Error) return value.stack && value.stack.includes(value.message) ? value.stack.split("\\n    at ")[0] : String(value);
    if (typeof value === "function") return "function " + value.name;
    if (typeof value === "object" && value !== null) {
      const seen = new Set();
      return JSON.stringify(value, (key, part) => {
        if (typeof part === "bigint") return String(part);
        if (typeof part !== "object" || part === null) return part;
        if (seen.has(part)) return "…";
        seen.add(part);
        return seen.size > 200 ? "…" : part;
      }, 1) || String(value);
    }
    return String(value);
  } catch { return "?"; }
};
const send = (level, values, line) => {
  if (sent++ > ${MAX_SENT}) return;
  parent.postMessage({ console: { level, line, text: values.map(show).join(" ").slice(0, ${MAX_TEXT_LENGTH}) } }, "*");
};
for (const level of ${JSON.stringify(CONSOLE_LEVELS)}) {
  const write = console[level].bind(console);
  console[level] = (...values) => { send(level, values); write(...values); };
}
addEventListener("error", (event) => {
  if (event.message) send("error", [event.message], hasLines && event.lineno ? event.lineno : undefined);
});
addEventListener("unhandledrejection", (event) => send("error", [event.reason]));
}`.replaceAll(/\n\s*/g, " ");

/** Adds the reporting script to an HTML document, after its doctype, which must come first. */
export const withConsole = (html: string): string =>
  html.replace(
    /^(\s*(?:<!--[\s\S]{0,1000}?-->\s*)?<!doctype[^>]*>)?/i,
    (doctype) => `${doctype}<script data-lines>${SCRIPT}</script>`,
  );

/** Reads a message of a preview, which is untrusted; undefined for anything else than a line of its console. */
export function parseConsoleEntry(data: unknown): ConsoleEntry | undefined {
  const entry = (data as { console?: unknown } | null)?.console;
  if (typeof entry !== "object" || entry === null) return undefined;
  const { level, text, line } = entry as Record<string, unknown>;
  const known = CONSOLE_LEVELS.find((each) => each === level);
  // The script sends no longer ones.
  if (!known || typeof text !== "string" || text.length > MAX_TEXT_LENGTH) return undefined;
  return {
    level: known,
    text,
    line: typeof line === "number" && Number.isSafeInteger(line) && line > 0 ? line : undefined,
  };
}
