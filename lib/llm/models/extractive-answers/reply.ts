import { loadFinderWords } from "./further-words";
import { type FinderSource, type FinderTurn, gather } from "./input";
import { detectQuestionLanguage } from "./language";
import { isAboutAssistant, isGreeting, isSummaryRequest } from "./questions";
import type { Embed, ManyLanguages } from "./quotes";
import { formatFindings, formatGreeting, formatNothingToSearch, formatSummary } from "./reply-text";
import { search } from "./search";
import { splitIntoSentences } from "./sentences";
import { summarise } from "./summary";

type Reply = { text: string; foundNothing: boolean };
const reply = (text: string): Reply => ({ text, foundNothing: false });
const nothing = (text: string): Reply => ({ text, foundNothing: true });

export async function replyTo(turns: FinderTurn[], embed: Embed, many?: ManyLanguages): Promise<Reply> {
  const { question, sources, said } = gather(turns);
  const { asked, text } = apart(question);
  const language = await detectQuestionLanguage(
    asked,
    said,
    [...sources, ...(text ? [text] : [])].map(({ text }) => text),
  );
  const t = await loadFinderWords(language);
  if (question === "" || isGreeting(question) || isAboutAssistant(question))
    return reply(formatGreeting(t, sources));
  if (isSummaryRequest(question)) {
    const own = pasted(question);
    const quotes = await summarise(own ? [own] : toSummarise(question, sources), embed);
    return quotes.length > 0 ? reply(formatSummary(t, quotes)) : nothing(formatNothingToSearch(t));
  }
  const searched = text ? [...sources, text] : sources;
  if (searched.length === 0) return nothing(formatNothingToSearch(t));
  const findings = await search(asked, searched, { language, embed, many });
  return (findings.kind === "nothing" ? nothing : reply)(formatFindings(t, findings, searched));
}

const MAX_QUESTION_LENGTH = 250;

function apart(message: string): { asked: string; text?: FinderSource } {
  if (message.length <= MAX_QUESTION_LENGTH) return { asked: message };
  const sentences = splitIntoSentences(message);
  const first = sentences[0] ?? "";
  const asked = [sentences.at(-1) ?? "", first].find((sentence) => /[?？؟]\s*$/.test(sentence)) ?? first;
  const text = sentences.filter((sentence) => sentence !== asked).join("\n\n");
  return { asked: asked.slice(0, MAX_QUESTION_LENGTH), text: { text, kind: "message" } };
}

function toSummarise(question: string, sources: FinderSource[]): FinderSource[] {
  const asked = question.toLowerCase();
  const named = sources.filter(
    ({ name, kind }) => kind === "document" && name && asked.includes(name.toLowerCase()),
  );
  if (named.length > 0) return named;
  const documents = sources.filter(({ kind }) => kind === "document");
  return documents.length > 0 ? documents : sources;
}

function pasted(question: string): FinderSource | undefined {
  const at = question.search(/:|\n/);
  const text = at < 0 ? "" : question.slice(at + 1).trim();
  return text.split(/\s+/).length >= 30 ? { text, kind: "message" } : undefined;
}
