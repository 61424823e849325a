export const EXACT = 3;
export const BEGINS = 2;
const HAS = 1;

const fold = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();

export function rankName(name: string, search: string): number {
  const [text, typed] = [fold(name), fold(search)];
  if (text === typed) return EXACT;
  if (text.startsWith(typed)) return BEGINS;
  return text.includes(typed) ? HAS : 0;
}
