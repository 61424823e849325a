/** Expands a template. Replaces only placeholders of the template itself, not braces in the input or in file names. */
export function expandTemplate(template: string, input: string, fileNames: string[]): string {
  const given: Record<string, string> = {
    input,
    files: fileNames.length > 0 ? fileNames.join(", ") : "no files",
  };
  let hasInput = false;
  const text = template.replace(/\{\{\s*(input|files)\s*\}\}/g, (_, name: string) => {
    hasInput ||= name === "input";
    return given[name]!;
  });
  return hasInput ? text : `${text.trimEnd()}\n\n${input}`;
}
