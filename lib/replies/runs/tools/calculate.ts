import { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import { ExtractionError, extractRows, findDocumentType } from "@/lib/files/extraction/service";
import * as documents from "@/lib/knowledge/documents/service";
import { isDocumentInReach } from "@/lib/knowledge/search/service";
import { calculate as calculateWith, type SandboxFile } from "@/lib/llm/calculation/service";
import { AppError, notFound } from "@/lib/platform/errors";
import { documentId } from "./cite-passages";
import { type ToolContext, tool } from "./definition";

const MAX_FILES = 10;
const MAX_TEXT_LENGTH = 20_000_000;

const DESCRIPTION = `Run a JavaScript program, for anything that has to be computed rather than guessed: sums, statistics, tables, plots. It has no network, no timers and no packages. What it finds:
- tables["name.csv"]: the rows of a table as objects by the names in its first row, numbers as numbers; of a workbook with several sheets tables["name.xlsx/Sheet"].
- texts["name.txt"]: the text of another document.
- table(rows, title): shows a table to the person. plot(spec): shows a Vega-Lite plot whose data is in data.values; aggregate many rows first.
- console.log(…). The value of the last statement comes back to you.`;

export const calculate = tool({
  description: DESCRIPTION,
  input: z.object({
    program: z.string().min(1).max(20_000).describe("The program. `await` may stand at its top."),
    documents: z
      .array(documentId)
      .max(MAX_FILES)
      .default([])
      .describe("The ids of the documents of this chat that it needs."),
  }),
  kind: "tool",
  label: "Calculating",
  about: ({ program }) => program.slice(0, 1000),
  // Unless it was asked for, this tool is offered only if there are documents, because small models perform worse with
  // tools that they do not need.
  applies: ({ has, allowed, switches }) => has.documents || allowed !== null || switches.calculation === true,
  run: async (viewer, { program, documents: ids }, setting, { signal }) => {
    const files = await loadFiles(viewer, [...new Set(ids)], setting, signal);
    const { text, shows, isError } = await calculateWith(setting.chat.groupId, program, files, signal);
    if (isError) throw new AppError("bad_request", text);
    return { text, shows };
  },
});

async function loadFiles(
  viewer: Viewer,
  ids: number[],
  { chat, audience }: ToolContext,
  signal: AbortSignal,
): Promise<SandboxFile[]> {
  const files: SandboxFile[] = [];
  let left = MAX_TEXT_LENGTH;
  for (const id of ids) {
    if (!(await isDocumentInReach(chat, audience, id))) throw notFound(`Document ${id}`);
    const file = await loadFile(viewer, id, signal);
    left -= file.text.length;
    if (left < 0) throw new AppError("too_large", "These documents are too large together. Use fewer.");
    const isTaken = files.some(({ name }) => name === file.name);
    files.push(isTaken ? { ...file, name: `${file.name} (${id})` } : file);
  }
  return files;
}

async function loadFile(viewer: Viewer, id: number, signal: AbortSignal): Promise<SandboxFile> {
  const { fileName: name, mimeType, storageKey: key, groupId } = await documents.getDocument(viewer, id);
  if (!findDocumentType(mimeType)?.isTable) {
    const { text } = await documents.readText(viewer, id, { limit: MAX_TEXT_LENGTH });
    return { name, text, parts: null };
  }
  try {
    const { text, parts } = await extractRows({ key, mimeType, groupId }, { signal });
    return { name, text, parts };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ExtractionError) throw new AppError("unsupported_type", `${name}: ${error.message}`);
    throw error;
  }
}
