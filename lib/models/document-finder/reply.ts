import { gather, type Source, type Turn } from "./material";
import { type Embed, search } from "./search";
import { asksForSummary, summarise } from "./summary";
import { asksAboutItself, found, greeting, isGreeting, nothingToSearch, summary } from "./wording";

/** What the document finder says to a conversation: quotes, a summary made of sentences, or that it has none. */
export async function replyTo(turns: Turn[], embed: Embed): Promise<string> {
  const { question, sources } = gather(turns);
  if (question === "" || isGreeting(question) || asksAboutItself(question)) return greeting(sources);
  if (asksForSummary(question)) {
    const own = pasted(question);
    const quotes = await summarise(own ? [own] : toSummarise(question, sources), embed);
    return quotes.length > 0 ? summary(quotes) : nothingToSearch();
  }
  if (sources.length === 0) return nothingToSearch();
  return found(await search(question, sources, embed), sources);
}

/** The documents that the question names, else all documents, else everything. */
function toSummarise(question: string, sources: Source[]): Source[] {
  const asked = question.toLowerCase();
  const named = sources.filter(({ name, kind }) => kind === "document" && asked.includes(name.toLowerCase()));
  if (named.length > 0) return named;
  const documents = sources.filter(({ kind }) => kind === "document");
  return documents.length > 0 ? documents : sources;
}

/** A text in the message itself, below "summarise this:". */
function pasted(question: string): Source | undefined {
  const at = question.search(/:|\n/);
  const text = at < 0 ? "" : question.slice(at + 1).trim();
  return text.split(/\s+/).length >= 30 ? { name: "your message", text, kind: "message" } : undefined;
}
