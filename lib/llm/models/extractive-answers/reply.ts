import { loadFinderWords } from "./further-words";
import { type FinderSource, type FinderTurn, gather } from "./input";
import { detectQuestionLanguage } from "./language";
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
  const { asked, text } = splitQuestion(question);
  const language = await detectQuestionLanguage(
    asked,
    said,
    [...sources, ...(text ? [text] : [])].map(({ text }) => text),
  );
  const t = await loadFinderWords(language);
  if (question === "" || isGreeting(question) || isAboutAssistant(question))
    return reply(formatGreeting(t, sources));
  if (isSummaryRequest(question)) {
    const own = findPastedText(question);
    const quotes = await summarise(own ? [own] : toSummarise(question, sources), embed);
    return quotes.length > 0 ? reply(formatSummary(t, quotes)) : nothing(formatNothingToSearch(t));
  }
  const searched = text ? [...sources, text] : sources;
  if (searched.length === 0) return nothing(formatNothingToSearch(t));
  const findings = await search(asked, searched, { language, embed, many });
  return (findings.kind === "nothing" ? nothing : reply)(formatFindings(t, findings, searched));
}

const MAX_QUESTION_LENGTH = 250;

function splitQuestion(message: string): { asked: string; text?: FinderSource } {
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

function findPastedText(question: string): FinderSource | undefined {
  const at = question.search(/:|\n/);
  const text = at < 0 ? "" : question.slice(at + 1).trim();
  return text.split(/\s+/).length >= 30 ? { text, kind: "message" } : undefined;
}

const GREETINGS =
  /^(hi|hello|hey|hiya|howdy|greetings|good (morning|afternoon|evening|day)|hallo|moin|servus|guten (tag|morgen|abend)|bonjour|bonsoir|salut|hola|buen[oa]s (días|tardes|noches)|olá|oi|bo(m|a) (dia|tarde|noite)|ciao|buongiorno|buonasera|hoi|goede(morgen|middag|navond)|cześć|dzień dobry|thanks?( you)?|thank you|danke|merci|gracias|obrigad[oa]|grazie|bedankt|dziękuję|ping|test(ing)?|привет|здравствуйте|добрый (день|вечер)|доброе утро|спасибо|merhaba|selam|günaydın|teşekkürler|xin chào|chào|cảm ơn|你好|您好|谢谢|こんにちは|おはよう(ございます)?|ありがとう(ございます)?|안녕(하세요)?|감사합니다|مرحبا|السلام عليكم|شكرا)([\s,.!?~،！。]+(there|all|everyone|everybody|team|parley|assistant|again|a lot|so much|world|zusammen|à tous|a todos|a tutti|allemaal|wszystkim))*[\s,.!?~،！。🙂👋]*$/iu;

export const isGreeting = (question: string) => question.length < 60 && GREETINGS.test(question.trim());

const ABOUT_ITSELF =
  /^¿?(?:(?:please )?(?:help(?: me)?|what (?:can|do) you do|who are you|what are you|how (?:does this|do you) work|what is this)|hilfe|wer bist du|wer sind sie|was (?:kannst du|können sie)|aide|qui (?:es-tu|êtes-vous)|que (?:peux-tu|pouvez-vous) faire|ayuda|quién eres|qué puedes hacer|ajuda|quem é você|o que você (?:pode|sabe) fazer|aiuto|chi sei|(?:che )?cosa (?:puoi|sai) fare|wie ben je|wat kun je(?: doen)?|pomoc|kim jesteś|co potrafisz|кто ты|что ты умеешь|sen kimsin|ne yapabilirsin|bạn là ai|bạn làm được gì)(?!\p{L})[^.]*$|^(?:あなたは(?:誰|何)|何ができ|你是谁|你能做什么|누구세요|무엇을 할 수 있|من أنت|ماذا (?:يمكنك|تستطيع))/iu;

export const isAboutAssistant = (question: string) =>
  question.length < 120 && ABOUT_ITSELF.test(question.trim());

const FOR_SUMMARY =
  /(?<!\p{L})(?:summari[sz]e|tl;?dr|sum (?:(?:it|this|that|everything) )?up|(?:key|main) points|zusammenfass\p{L}*|fass\p{L}* .{0,40}zusammen|résum(?:é|er?|ez)|resum(?:e|en|ir|o|a|ão)|riassu(?:mi|nto|mere)|vat .{0,40}samen|samenvat\p{L}*|streść|streszcz\p{L}*|podsumuj|podsumowanie|резюмируй\p{L}*|суммируй\p{L}*|(?:изложи|перескажи)\p{L}* кратко|кратко (?:изложи|перескажи)\p{L}*|özetle\p{L}*|tóm tắt)(?!\p{L})|\b(?:give|write|make|provide|short|brief|quick|need|want|create) .{0,30}summary\b|^summary\b|要約|まとめて|总结|摘要|概括|요약|لخّ?ص|ملخص/iu;

export const isSummaryRequest = (question: string) => FOR_SUMMARY.test(question.slice(0, 200));
