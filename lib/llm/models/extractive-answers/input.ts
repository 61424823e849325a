export type FinderSource = {
  name?: string;
  text: string;
  number?: number;
  kind:
    | "document"
    | "passage"
    | "memo"
    | "canvas"
    | "memories"
    | "parent"
    | "summary"
    | "message"
    | "messages";
};

export type FinderInput = { question: string; sources: FinderSource[]; said: string[] };

export type FinderTurn = { role: "system" | "user" | "assistant"; text: string };

const TAGS = ["document", "passage", "memo", "canvas", "memories", "parent", "summary"] as const;
/**
 * Parses a prompt. Blocks such as `<document name="…">…</document>` and earlier user messages are sources. Instructions
 * outside blocks are ignored. The last user message without its blocks is the question.
 */
export function gather(turns: FinderTurn[]): FinderInput {
  const last = turns.findLastIndex(({ role }) => role === "user");
  const sources: FinderSource[] = [];
  const said: string[] = [];
  let question = "";
  for (const [at, { role, text }] of turns.entries()) {
    if (role === "assistant") continue;
    const { blocks, rest } = takeBlocks(text);
    sources.push(...blocks);
    if (at === last) question = rest;
    else if (role === "user") said.push(rest);
  }
  const statements = said.map((text) => withoutQuestions(text, question)).filter((text) => text !== "");
  if (statements.length > 0) {
    sources.push({ text: statements.join("\n\n"), kind: "messages" });
  }
  return { question, sources: sources.filter(({ text }) => text !== ""), said: said.reverse() };
}

// Removes questions, because an earlier question would be the best match when it is repeated.
function withoutQuestions(text: string, question: string): string {
  if (text.trim().toLowerCase() === question.trim().toLowerCase()) return "";
  const lines = text.split(/\n+|(?<=[.!?…])\s+/);
  return lines
    .filter((line) => !/[?？؟]\s*$/.test(line))
    .join(" ")
    .trim();
}

// Splits a text into blocks and the rest. Uses indexOf, because a pattern would take quadratic time on many unclosed
// blocks.
function takeBlocks(text: string): { blocks: FinderSource[]; rest: string } {
  const blocks: FinderSource[] = [];
  const around: string[] = [];
  const endless = new Set<string>();
  let from = 0;
  for (const { 0: opening, 1: tag = "", 2: attributes = "", index } of text.matchAll(OPENING)) {
    if (index < from || endless.has(tag)) continue;
    const start = index + opening.length;
    const end = text.indexOf(`</${tag}>`, start);
    if (end < 0) {
      endless.add(tag);
      continue;
    }
    around.push(text.slice(from, index));
    blocks.push(source(tag as (typeof TAGS)[number], attributes, text.slice(start, end)));
    from = end + tag.length + 3;
  }
  around.push(text.slice(from));
  return { blocks, rest: around.join("\n").trim() };
}

// Blocks start a line. The prompt's rule about them names their tags within one.
const OPENING = new RegExp(`(?<![^\\n])<(${TAGS.join("|")})((?:\\s[^<>]{0,500})?)>`, "g");

function source(kind: (typeof TAGS)[number], attributes: string, inner: string): FinderSource {
  const name = /\b(?:name|title|source)="([^"]*)"/.exec(attributes)?.[1]?.trim();
  const number = /\bn="(\d{1,3})"/.exec(attributes)?.[1];
  return {
    ...(name && { name }),
    ...(number !== undefined && { number: Number(number) }),
    // The prompt builder escapes closing tags in texts as `<\/…` and marks truncation.
    text: inner.replaceAll("<\\/", "</").replaceAll("[… cut]", "").trim(),
    kind,
  };
}
