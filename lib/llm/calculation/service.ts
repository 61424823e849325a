import { z } from "zod";
import { LIMITS, runProgram, type SandboxFile, type SandboxLimits } from "@/lib/platform/sandbox/service";

export type { SandboxFile } from "@/lib/platform/sandbox/service";

export type CalculationResult = { text: string; shows: string; isError: boolean };

const ProgramResult = z.object({
  state: z.enum(["pending", "done", "failed"]),
  value: z.string().nullable(),
  line: z.int().nullable(),
  log: z.string(),
  shown: z
    .array(
      z.discriminatedUnion("kind", [
        z.object({
          kind: z.literal("table"),
          title: z.string().nullable(),
          rows: z.array(z.unknown()),
          all: z.int(),
        }),
        z.object({ kind: z.literal("plot"), spec: z.record(z.string(), z.unknown()) }),
      ]),
    )
    .max(20),
});
type ProgramOutput = z.infer<typeof ProgramResult>["shown"][number];

const MAX_COLUMNS = 20;
const MAX_CELL_LENGTH = 200;
const MAX_PLOT_LENGTH = 60_000;
const ROWS_FOR_MODEL = 20;

const WHY = {
  time: ({ seconds }: SandboxLimits) =>
    `The program was stopped: it computed for more than ${seconds} seconds.`,
  memory: ({ megabytes }: SandboxLimits) =>
    `The program was stopped: it needs more than ${megabytes} MB. Use fewer files, or keep fewer rows.`,
  depth: () => "The program was stopped: its functions call each other too deeply.",
  output: () => "The program was stopped: what it shows is too much. Aggregate the rows first.",
  lost: () => "The program ended without a result.",
};

/**
 * Runs a program on files. Never throws for errors of the program.
 * @param groupId group whose queue the program waits in
 * @throws AppError when too many programs of the group are queued; the reason of the signal
 */
export async function calculate(
  groupId: string,
  program: string,
  files: SandboxFile[],
  signal?: AbortSignal,
  limits: SandboxLimits = LIMITS,
): Promise<CalculationResult> {
  const { end, told, error } = await runProgram(groupId, program, files, signal, limits);
  if (end === "failed") return wrong(`The program failed: ${(error ?? "").slice(0, 1000)}`);
  const checked = end === "told" ? ProgramResult.safeParse(parseJson(told)) : undefined;
  if (!checked?.success) return wrong(WHY[end === "told" ? "lost" : end](limits));
  const { state, value, line, log, shown } = checked.data;
  const said = log === "" ? "" : `It printed:\n${log}`;
  if (state === "pending")
    return wrong(
      `The program waits for something that never comes: there are no timers and no network. ${said}`,
    );
  if (state === "failed" && /^InternalError: out of memory/.test(value ?? ""))
    return wrong(WHY.memory(limits));
  if (state === "failed") {
    const at = line === null ? "" : ` (line ${line})`;
    return wrong(`The program failed${at}: ${value}\n${said}`.trim());
  }
  return buildResult(shown, value, said);
}

const wrong = (text: string): CalculationResult => ({ text: text.trim(), shows: "", isError: true });

function parseJson(told = ""): unknown {
  try {
    return JSON.parse(told);
  } catch {
    return undefined;
  }
}

function buildResult(outputs: ProgramOutput[], value: string | null, said: string): CalculationResult {
  const parts = outputs.map(toPart);
  const faults = parts.flatMap(({ fault }) => fault ?? []);
  const text = [
    value === null ? "The program has ended without a value." : `Its value:\n${value}`,
    said,
    ...parts.flatMap(({ forModel }) => forModel ?? []),
    ...faults,
  ];
  const shows = parts.flatMap(({ markdown }) => markdown ?? []);
  if (shows.length > 0) text.push("The person sees these tables and plots already. Do not repeat them.");
  return {
    text: text.filter((part) => part !== "").join("\n\n"),
    shows: shows.join("\n\n"),
    isError: false,
  };
}

type OutputPart = { markdown?: string; forModel?: string; fault?: string };

function toPart(output: ProgramOutput): OutputPart {
  if (output.kind === "plot") {
    const spec = JSON.stringify(output.spec);
    if (spec.length > MAX_PLOT_LENGTH)
      return {
        fault: `A plot is not shown: it has ${spec.length} characters, and ${MAX_PLOT_LENGTH} are the most. Aggregate its data.`,
      };
    return { markdown: `\`\`\`vega-lite\n${spec}\n\`\`\``, forModel: "A plot was shown." };
  }
  const { title, rows, all } = output;
  const heading = title === null || title.trim() === "" ? [] : [`**${inLine(title)}**`];
  const cells = toTable(rows);
  if (cells.length < 2) return { fault: "A table is not shown: it has no rows." };
  const left = all > rows.length ? [`${rows.length} of ${all} rows.`] : [];
  const written = (count: number) =>
    [...heading, toMarkdownTable(cells.slice(0, count + 1)), ...left].join("\n\n");
  return { markdown: written(cells.length), forModel: `A table was shown:\n${written(ROWS_FOR_MODEL)}` };
}

function toTable(rows: unknown[]): string[][] {
  if (rows.every(Array.isArray)) return rows.map((row) => (row as unknown[]).slice(0, MAX_COLUMNS).map(cell));
  const objects = rows.filter((row) => typeof row === "object" && row !== null) as Record<string, unknown>[];
  const names = [...new Set(objects.flatMap((row) => Object.keys(row)))].slice(0, MAX_COLUMNS);
  return [names, ...objects.map((row) => names.map((name) => cell(row[name])))];
}

const cell = (value: unknown): string =>
  value == null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);

const inLine = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, MAX_CELL_LENGTH).toWellFormed();

function toMarkdownTable(cells: string[][]): string {
  const width = Math.max(...cells.map((row) => row.length));
  const line = (row: string[]) =>
    `| ${Array.from({ length: width }, (_, at) => inLine(row[at] ?? "").replaceAll(/[\\|]/g, "\\$&")).join(" | ")} |`;
  const [head = [], ...body] = cells;
  return [line(head), `|${" --- |".repeat(width)}`, ...body.map(line)].join("\n");
}
