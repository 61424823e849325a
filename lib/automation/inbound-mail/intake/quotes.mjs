// @ts-check
/** In characters: what is longer announces nothing. */
const LONGEST = 400;

/** What announces a mail that somebody passes on. */
const forwards = [
  /^-{2,}\s*(Forwarded message|Weitergeleitete Nachricht|Message transféré|Mensaje reenviado|Messaggio inoltrato|Mensagem encaminhada|Doorgestuurd bericht|Wiadomość przekazana( dalej)?|Przekazana wiadomość|Пересылаемое сообщение|転送メッセージ|转发的邮件|转发邮件信息|전달된 메시지|Vidarebefordrat meddelande|Videresendt (besked|melding)|Přeposlaná zpráva)( -->| from .*)?\s*-{2,}$/i,
  /^(Begin forwarded message|Anfang der weitergeleiteten Nachricht|Début du message réexpédié|Début du message transféré|Inizio messaggio inoltrato|Inicio del mensaje reenviado|Początek przekazywanej wiadomości|転送されたメッセージ|开始转发的邮件) ?[:：]$/i,
];

/** Where a quoted mail or a signature begins, in the words of usual programs. */
const beginnings = [
  /^-- ?$/,
  /^-{2,}\s*(Original Message|Ursprüngliche Nachricht|Message d'origine|Mensaje original|Messaggio originale|Wiadomość oryginalna|Oryginalna wiadomość|Исходное сообщение|元のメッセージ|原始邮件|원본 메시지)\s*-{2,}$/i,
  /^_{20,}$/,
  /^(From|Von|De|Da|Od|Van|Från|Fra|Lähettäjä|От|差出人|发件人|寄件者|보낸 사람) ?[:：] ?.+@.+$/,
  /^Sent from my \w+|^Von meinem \w+ gesendet|^Get Outlook for |^Wysłane z |^iPhoneから送信/,
];

/** "On Monday at 10:00, Ada wrote:", where the verb is enough to know it by. */
const wrote =
  /^.{5,300}(\bwrote|\bschrieb.{0,100}|a écrit|escribió|ha scritto|\bschreef.{0,100}|escreveu|\bskrev.{0,100}|kirjoitti|napisał(\(a\)|a)?|\bpisze|napsal\(?a?\)?|пишет|написал\(?а?\)?|のメッセージ|さんは書きました|写道|寫道|님이 작성) ?[:：]$/i;
/** A year and a time of day, as such a line has them in every language. */
const dated = /(?=.*(19|20)\d\d)(?=.*\d{1,2}[:.：時时시]\d{2})/;
const byAddress = /<[^\s<>]+@[^\s<>]+>/;
/** Each quoted line is marked, or (on a page) announced like a signature. @param {string | undefined} line */
const isQuote = (line) => line !== undefined && /^(>|-- ?$)/.test(line);

/**
 * Whether a line announces a quoted mail. Languages are many: what ends in a colon, has a date and a time, and is
 * followed by a quote, or names the address of the writer, is such a line in any of them.
 * @param {string} line @param {string | undefined} next
 */
function isAttribution(line, next) {
  if (!/[:：]$/.test(line)) return false;
  const isDated = dated.test(line);
  const hasAddress = byAddress.test(line);
  if (wrote.test(line)) return isDated || hasAddress || /^(On|Am|Le|El|Il|Op|Em) /.test(line);
  return isDated && (hasAddress || isQuote(next));
}

/**
 * The line that begins the part of a mail that its sender has not just written; `isForward`: they pass it on.
 * @param {string[]} lines @returns {{ at: number, isForward: boolean }}
 */
export function findRest(lines) {
  for (const [at, line] of lines.entries()) {
    if (line === "" || line.length > LONGEST) continue;
    if (forwards.some((pattern) => pattern.test(line))) return { at, isForward: true };
    if (beginnings.some((pattern) => pattern.test(line))) return { at, isForward: false };
    /** @param {number} from */
    const after = (from) => lines.slice(from, from + 3).find((one) => one !== "");
    // "On Monday …, Ada <ada@example.com>" is often broken before "wrote:".
    const joined = `${line} ${(lines[at + 1] ?? "").slice(0, LONGEST)}`.trim();
    if (isAttribution(line, after(at + 1)) || (begins.test(line) && isAttribution(joined, after(at + 2))))
      return { at, isForward: false };
  }
  return { at: lines.length, isForward: false };
}

/** How a line begins that may go on in the next one. */
const begins = /^(On|Am|Le|El|Il|Op|Em|W dniu|Den|Dne|\p{L}{2,4}[.,]|\d{1,4}[./年-])\s?.*\d/u;

/** Tells by its subject whether a mail was passed on, in the words of usual programs. @param {string} subject */
export const isForwarded = (subject) =>
  /^\s*(fwd?|wg|tr|rv|enc|pd|doorst|vb|vl|i|轉寄|转发|轉發|転送|전달)\s*[:：]/i.test(subject);
