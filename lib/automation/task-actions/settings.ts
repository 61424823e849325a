export const VARIABLE_KINDS = ["text", "long_text", "date", "choice", "file"] as const;
export type PromptVariable = {
  name: string;
  kind: (typeof VARIABLE_KINDS)[number];
  options: string[];
};
/** Values by the names of variables: texts, dates as `YYYY-MM-DD`, and names of files. */
export type VariableValues = Record<string, string>;

const MAX_VARIABLES = 20;
export const MAX_VALUE_LENGTH = 10_000;
export const PLAIN_PLACEHOLDERS = ["input", "files"] as const;

// `{{Topic}}`, `{{Notes: long text}}`, `{{Due: date}}`, `{{Report: file}}`, `{{Tone: formal | friendly}}`. Names and
// kinds are checked afterwards, because one expression for all would take quadratic time.
export const PLACEHOLDER = /\{\{([^{}]{1,600})\}\}/g;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u;

export const isPlain = (name: string): name is (typeof PLAIN_PLACEHOLDERS)[number] =>
  (PLAIN_PLACEHOLDERS as readonly string[]).includes(name);

/** Returns the variables of a prompt in their order. Placeholders of unknown kinds are left out. */
export function listVariables(prompt: string): PromptVariable[] {
  const variables = new Map<string, PromptVariable>();
  for (const [, content] of prompt.matchAll(PLACEHOLDER)) {
    const variable = parseVariable(content!);
    if (variable && !variables.has(variable.name) && variables.size < MAX_VARIABLES)
      variables.set(variable.name, variable);
  }
  return [...variables.values()];
}

export function parseVariable(content: string): PromptVariable | undefined {
  const colon = content.indexOf(":");
  const name = (colon < 0 ? content : content.slice(0, colon)).trim();
  const kind = colon < 0 ? "text" : content.slice(colon + 1).trim();
  if (!NAME.test(name) || isPlain(name)) return undefined;
  const options = [...new Set(kind.split("|").map((option) => option.trim()))].filter(Boolean);
  if (options.length > 1) return { name, kind: "choice", options };
  const known = VARIABLE_KINDS.find((each) => each === kind.replace(" ", "_"));
  return known && known !== "choice" ? { name, kind: known, options: [] } : undefined;
}

/** Formats the message that people see for a prompt that was sent with values. */
export const formatVariables = (values: [name: string, value: string][], input: string): string =>
  [
    ...values
      .filter(([, value]) => value.trim() !== "")
      .map(([name, value]) => `**${name}:** ${value.includes("\n") ? `\n${value}` : value}`),
    input,
  ]
    .filter((part) => part.trim() !== "")
    .join("\n\n");
