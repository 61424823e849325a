import { listFormat, type Translate } from "@/lib/platform/words/translate";
import type { FinderSource } from "./input";
import type { Passage } from "./passages";
import type { Findings, Quote } from "./quotes";
import { getSpacing } from "./sentences";

const MAX_QUOTE_LENGTH = 600;
const MAX_DOCUMENT_NAMES = 5;

type FinderTranslate = Translate<"finder">;

export const formatGreeting = (t: FinderTranslate, sources: FinderSource[]) =>
  withRemedy(t, sources.length > 0 ? t("helloWith", { sources: names(t, sources) }) : t("hello"));

export const formatNothingToSearch = (t: FinderTranslate) => withRemedy(t, t("nothingToSearch"));

export function formatFindings(
  t: FinderTranslate,
  { kind, quotes }: Findings,
  sources: FinderSource[],
): string {
  if (kind === "answer") return `${t("answered")}\n\n**${t("answer")}**\n\n${blockquotes(t, quotes)}`;
  if (kind === "closest") return `${t("unclear")}\n\n**${t("closest")}**\n\n${blockquotes(t, quotes)}`;
  return withRemedy(t, t("notFound", { sources: names(t, sources) }));
}

export const formatSummary = (t: FinderTranslate, quotes: Quote[]) =>
  `${t("summarized")}\n\n${blockquotes(t, quotes)}`;

const withRemedy = (t: FinderTranslate, text: string) => `${text}\n\n${t("howToConnect")}`;

function blockquotes(t: FinderTranslate, quotes: Quote[]): string {
  const first = (quote: Quote) => quotes.findIndex(({ passage }) => passage && passage === quote.passage);
  const passages = quotes.filter((quote, at) => !quote.passage || first(quote) === at);
  return passages
    .map((quote, at) => {
      const { text, source, passage } = quote;
      const marked = quotes.filter((other) => passage && other.passage === passage);
      const shown = `> ${passage ? excerpt(passage, new Set(marked.map(({ text }) => text))) : shortened(text)}`;
      if (passages[at + 1]?.source === source) return shown;
      const number = source.number === undefined ? "" : ` [${source.number}]`;
      return `${shown}\n>\n> — *${getSourceName(t, source)}*${number}`;
    })
    .join("\n\n");
}

function excerpt({ sentences }: Passage, marked: Set<string>): string {
  const at = sentences.flatMap((sentence, at) => (marked.has(sentence) ? at : []));
  let [from, to] = [at[0] ?? 0, (at.at(-1) ?? 0) + 1];
  let length = sentences.slice(from, to).join(" ").length;
  for (let isOpen = true; isOpen; ) {
    isOpen = false;
    for (const next of [to, from - 1]) {
      const more = sentences[next]?.length;
      if (more === undefined || length + more > MAX_QUOTE_LENGTH) continue;
      length += more + 1;
      if (next === to) to++;
      else from = next;
      isOpen = true;
    }
  }
  const shown = sentences.slice(from, to).map((sentence) => {
    const line = shortened(sentence);
    return marked.has(sentence) && !line.includes("*") ? `**${line}**` : line;
  });
  return `${from > 0 ? "… " : ""}${shown.reduce(getSpacing)}${to < sentences.length ? " …" : ""}`;
}

// Returns text on one line without the Markdown markers of headings and lists, which would be rendered in a quote.
function shortened(text: string): string {
  const line = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(?:#{1,6}|[-*•>]) /, "");
  return line.length <= MAX_QUOTE_LENGTH ? line : `${line.slice(0, MAX_QUOTE_LENGTH).toWellFormed()} …`;
}

function names(t: FinderTranslate, sources: FinderSource[]): string {
  const all = [...new Set(sources.map((source) => getSourceName(t, source)))];
  const shown = all.slice(0, MAX_DOCUMENT_NAMES).map((name) => `*${name}*`);
  if (all.length > MAX_DOCUMENT_NAMES) shown.push(t("more", { count: all.length - MAX_DOCUMENT_NAMES }));
  return listFormat(t.locale, { type: "conjunction" }).format(shown);
}

const getSourceName = (t: FinderTranslate, { name, kind }: FinderSource) =>
  name === undefined ? t(kind) : plain(name);

// Escapes Markdown characters, which are common in file names.
const plain = (name: string) => name.replace(/\s+/g, " ").replace(/[\\*_`[\]<>~|#]/g, "\\$&");
