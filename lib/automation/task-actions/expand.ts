import { z } from "zod";
import { AppError, invalid } from "@/lib/platform/errors";
import {
  formatVariables,
  isPlain,
  listVariables,
  PLACEHOLDER,
  type PLAIN_PLACEHOLDERS,
  type PromptVariable,
  parseVariable,
  type VariableValues,
} from "./settings";

const MAX_MESSAGE_LENGTH = 100_000;
const MAX_PROMPT_LENGTH = 1_000_000;

type ActionInput = { message_input?: string; variables?: VariableValues };

/** Returns the message as people see it, and the prompt for the model. */
export function expandAction(
  template: string,
  { message_input: input = "", variables }: ActionInput,
  fileNames: string[],
): { text: string; prompt: string } {
  if (!variables) return { text: input, prompt: expandTemplate(template, input, fileNames) };
  const asked = listVariables(template);
  assertValues(asked, variables, fileNames);
  const pairs = asked.map(({ name }) => [name, variables[name]!] as [string, string]);
  const text = formatVariables(pairs, input);
  if (text.trim() === "") throw invalid(["body", "variables"], "Must have a value.");
  if (text.length > MAX_MESSAGE_LENGTH)
    throw invalid(["body", "variables"], "The values are too long together.");
  return { text, prompt: expandTemplate(template, input, fileNames, Object.fromEntries(pairs)) };
}

/** @throws AppError bad_request, as for other missing fields */
export function requireInput({ message_input: input = "", variables }: ActionInput): void {
  if (!variables && input.trim() === "")
    throw new AppError("bad_request", "The field message_input is required.");
}

/** @throws InvalidInput */
export function assertValues(asked: PromptVariable[], values: VariableValues, fileNames: string[]): void {
  for (const { name, kind, options } of asked) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const refuse = (why: string) => invalid(["body", "variables", name], why);
    if (value === undefined) throw refuse("Must be given.");
    if (kind === "choice" && !options.includes(value)) throw refuse(`Must be one of: ${options.join(", ")}.`);
    if (kind === "file" && !fileNames.includes(value)) throw refuse("Must be the name of one of the files.");
    if (kind === "date" && !isDate(value)) throw refuse("Must be a date, such as 2026-05-01.");
  }
  const unknown = Object.keys(values).find((name) => !asked.some((variable) => variable.name === name));
  if (unknown !== undefined)
    throw invalid(["body", "variables", unknown], "The prompt has no such variable.");
}

const isDate = (value: string): boolean => z.iso.date().safeParse(value).success;

/** Expands a template. Replaces only placeholders of the template itself, not braces in the input or in file names. */
export function expandTemplate(
  template: string,
  input: string,
  fileNames: string[],
  values: VariableValues = {},
): string {
  const plain: Record<(typeof PLAIN_PLACEHOLDERS)[number], string> = {
    input,
    files: fileNames.length > 0 ? fileNames.join(", ") : "no files",
  };
  let hasInput = false;
  let length = template.length;
  const text = template.replace(PLACEHOLDER, (placeholder, content: string) => {
    const name = content.trim();
    hasInput ||= name === "input";
    const variable = parseVariable(content)?.name;
    const filled = isPlain(name)
      ? plain[name]
      : variable !== undefined && Object.hasOwn(values, variable)
        ? values[variable]!
        : placeholder;
    length += filled.length;
    if (length > MAX_PROMPT_LENGTH)
      throw new AppError("too_large", "The prompt is too long with its values.");
    return filled;
  });
  return hasInput || input === "" ? text : `${text.trimEnd()}\n\n${input}`;
}
