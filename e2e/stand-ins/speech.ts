let spoken = "";
/** What is said in recordings whose bytes do not tell, as those of a browser's pretended microphone. */
export function setSpoken(words: string): void {
  spoken = words;
}

/**
 * What the stand-in model server hears: a recording says what follows `says:` in its bytes, others what `setSpoken` was told.
 * The model `whisper-local` only transcribes, like many servers: for `translations` there is nothing (undefined).
 * @param form the multipart body
 */
export function heard(path: string, form: string): { text: string } | undefined {
  const said = /says:([^\r\n]*)/.exec(form)?.[1] ?? spoken;
  if (path.endsWith("/transcriptions")) return { text: ` ${said}\n` };
  const [, model] = /name="model"\r\n\r\n(\S+)/.exec(form) ?? [];
  return model === "whisper-1" ? { text: `In English: ${said}` } : undefined;
}
