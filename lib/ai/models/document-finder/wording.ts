import type { Source } from "./material";
import type { Passage } from "./passages";
import type { Findings, Quote } from "./search";

const LONGEST_QUOTE = 600;
const MOST_NAMES = 5;

const HOW_TO_CONNECT =
  "To get written replies, an admin can connect a language model under **Settings → Models**, or start Parley with `OPENAI_API_KEY` set.";

/** Small talk, which no document answers. */
export const isGreeting = (question: string) =>
  question.length < 60 &&
  /^(hi|hello|hey|hiya|howdy|greetings|good (morning|afternoon|evening|day)|hallo|moin|servus|guten (tag|morgen|abend)|bonjour|salut|hola|ciao|thanks?( you)?|thank you|danke|merci|gracias|ping|test(ing)?|привет|你好|您好|こんにちは|안녕하세요|مرحبا)([\s,.!?~]+(there|all|everyone|everybody|team|parley|assistant|again|a lot|so much|world))*[\s,.!?~🙂👋]*$/iu.test(
    question.trim(),
  );

/** Questions about the assistant itself. */
export const asksAboutItself = (question: string) =>
  question.length < 120 &&
  /^(please )?(help( me)?|what (can|do) you do|who are you|what are you|how (does this|do you) work|what is this)\b[^.]*$/i.test(
    question.trim(),
  );

export function greeting(sources: Source[]): string {
  const material =
    sources.length > 0
      ? `I can find and quote passages from ${names(sources)}. Ask me about it, or for a summary.`
      : "I can find and quote passages: attach a document or paste a text, then ask about it or for a summary.";
  return `Hello! No language model is connected yet, so I cannot hold a conversation. ${material}\n\n${HOW_TO_CONNECT}`;
}

/** Nothing to look through yet. */
export const nothingToSearch = () =>
  `No language model is connected, so I can only quote from what is in this chat, and there is nothing to search yet. Attach a document or paste a text, then ask again.\n\n${HOW_TO_CONNECT}`;

export function found({ kind, quotes }: Findings, sources: Source[]): string {
  if (kind === "answer") {
    return `No language model is connected; this is what the material says.\n\n**Answer**\n\n${blockquotes(quotes)}`;
  }
  if (kind === "closest") {
    return `No language model is connected, and I found no passage that clearly answers this.\n\n**Closest passages**\n\n${blockquotes(quotes)}`;
  }
  return `No language model is connected, and I found no passage that answers this in ${names(sources)}. Other words may help: I compare meanings, in English best.\n\n${HOW_TO_CONNECT}`;
}

export const summary = (quotes: Quote[]) =>
  `No language model is connected, so this is an extractive summary: the most central sentences, unchanged.\n\n${blockquotes(quotes)}`;

/** Each passage once, its source below the last one from there. */
function blockquotes(quotes: Quote[]): string {
  const first = (quote: Quote) => quotes.findIndex(({ passage }) => passage && passage === quote.passage);
  const passages = quotes.filter((quote, at) => !quote.passage || first(quote) === at);
  return passages
    .map((quote, at) => {
      const { text, source, passage } = quote;
      const marked = quotes.filter((other) => passage && other.passage === passage);
      const shown = `> ${passage ? excerpt(passage, new Set(marked.map(({ text }) => text))) : shortened(text)}`;
      if (passages[at + 1]?.source === source) return shown;
      const number = source.number === undefined ? "" : ` [${source.number}]`;
      return `${shown}\n>\n> — *${plain(source.name)}*${number}`;
    })
    .join("\n\n");
}

/** A passage with some of its sentences marked, and as much around them as a quote may have. */
function excerpt({ sentences }: Passage, marked: Set<string>): string {
  const at = sentences.flatMap((sentence, at) => (marked.has(sentence) ? at : []));
  let [from, to] = [at[0] ?? 0, (at.at(-1) ?? 0) + 1];
  let length = sentences.slice(from, to).join(" ").length;
  for (let isOpen = true; isOpen; ) {
    isOpen = false;
    for (const next of [to, from - 1]) {
      const more = sentences[next]?.length;
      if (more === undefined || length + more > LONGEST_QUOTE) continue;
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
  return `${from > 0 ? "… " : ""}${shown.join(" ")}${to < sentences.length ? " …" : ""}`;
}

/** On one line, without the mark of a heading or of a list, which a quote would take for its own. */
function shortened(text: string): string {
  const line = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(?:#{1,6}|[-*•>]) /, "");
  return line.length <= LONGEST_QUOTE ? line : `${line.slice(0, LONGEST_QUOTE).toWellFormed()} …`;
}

function names(sources: Source[]): string {
  const all = [...new Set(sources.map(({ name }) => plain(name)))];
  const shown = all.slice(0, MOST_NAMES).map((name) => `*${name}*`);
  if (all.length > MOST_NAMES) shown.push(`${all.length - MOST_NAMES} more`);
  const last = shown.pop() ?? "";
  return shown.length > 0 ? `${shown.join(", ")} and ${last}` : last;
}

/** A name as it is: file names are full of characters that markdown takes for its own. */
const plain = (name: string) => name.replace(/\s+/g, " ").replace(/[\\*_`[\]<>~|#]/g, "\\$&");
