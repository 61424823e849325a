import { toStorableText } from "@/lib/platform/storable-text";
import { toTitle } from "./imported-chat";
import type { ImportedFile } from "./imported-file";
import type { RecordFailurePiece, RecordHeader } from "./intake/read-export.mjs";
import { IMPORT_SOURCES, type ImportSource } from "./operations";

export type RawRecord = RecordHeader & {
  kind: "project" | "assistant";
  instructions: string;
  files: ImportedFile[];
};

/** Project or assistant of another product. */
export type ImportedRecord = {
  kind: "project" | "assistant";
  key: string;
  source: ImportSource;
  name: string;
  description: string | null;
  instructions: string;
  // The other product's name of the model.
  model?: string;
  // The group's model of that name.
  modelId?: string;
  questions: string[];
  files: ImportedFile[];
};

// A project or an assistant that can't be read.
export type RecordFailure = Pick<ImportedRecord, "kind"> & { title: string; reason: string };

const MAX_NAME_CHARACTERS = 100;
const MAX_DESCRIPTION_CHARACTERS = 500;
const MAX_QUESTION_CHARACTERS = 200;

export function toRecord({ kind, key, source, files, model, ...record }: RawRecord): ImportedRecord {
  const { name, description, instructions, questions = [] } = record;
  const fallback = kind === "project" ? "Imported project" : "Imported assistant";
  return {
    ...{ kind, key, source, files, model },
    name: cut(toTitle(name), MAX_NAME_CHARACTERS) || `${fallback} (${IMPORT_SOURCES[source].name})`,
    description: cut(toStorableText(description ?? ""), MAX_DESCRIPTION_CHARACTERS) || null,
    instructions: toStorableText(instructions),
    questions: questions.map((each) => cut(toTitle(each), MAX_QUESTION_CHARACTERS)).filter(Boolean),
  };
}

export const toFailure = ({ kind, title, reason }: RecordFailurePiece["failure"]): RecordFailure => ({
  ...{ kind, reason },
  title: toTitle(title) || (kind === "project" ? "Unnamed project" : "Unnamed assistant"),
});

const cut = (text: string, maxCharacters: number) => text.slice(0, maxCharacters).toWellFormed().trim();
