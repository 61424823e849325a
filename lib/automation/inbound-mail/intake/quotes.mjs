// @ts-check
// Separates what the sender of a mail wrote from what their client added: quoted mails, signatures and PGP armor.

// Longer lines are neither attributions nor separators.
const MAX_ANNOUNCEMENT_CHARACTERS = 400;
// A signature below "--" is short; longer text below it is content after a separator.
const MAX_SIGNATURE_LINES = 12;

// Separators above a forwarded mail.
const forwards = [
  /^-{2,}\s*(Forwarded message|Weitergeleitete Nachricht|Message transféré|Mensaje reenviado|Messaggio inoltrato|Mensagem encaminhada|Doorgestuurd bericht|Wiadomość przekazana( dalej)?|Przekazana wiadomość|Пересылаемое сообщение|転送メッセージ|转发的邮件|转发邮件信息|전달된 메시지|Vidarebefordrat meddelande|Videresendt (besked|melding)|Přeposlaná zpráva)( -->| from .*)?\s*-{2,}$/i,
  /^(Begin forwarded message|Anfang der weitergeleiteten Nachricht|Début du message réexpédié|Début du message transféré|Inizio messaggio inoltrato|Inicio del mensaje reenviado|Początek przekazywanej wiadomości|転送されたメッセージ|开始转发的邮件) ?[:：]$/i,
];

// "-----Original Message-----"
const original =
  /^-{2,}\s*(Original Message|Ursprüngliche Nachricht|Message d'origine|Mensaje original|Messaggio originale|Oorspronkelijk bericht|Mensagem original|Wiadomość oryginalna|Oryginalna wiadomość|Исходное сообщение|元のメッセージ|原始邮件|원본 메시지)\s*-{2,}$/i;

// First line of the header block that Outlook puts above a quoted mail, and the lines that follow it.
const fromLabel =
  /^\*?(From|Von|De|Da|Od|Van|Från|Fra|Lähettäjä|От|差出人|发件人|寄件者|보낸 사람)\*? ?[:：]\*? ?\S/;
const otherLabel =
  /^\*?(Sent|Date|To|Cc|Subject|Gesendet|Datum|An|Betreff|Envoyé|Date|À|A|Objet|Enviado( el)?|Fecha|Para|Asunto|Inviato|Data|Oggetto|Verzonden|Aan|Onderwerp|Enviada em|Assunto|Wysłano|Do|DW|Temat|Skickat|Till|Ämne|Sendt|Til|Emne|Lähetetty|Vastaanottaja|Aihe|Отправлено|Дата|Кому|Тема|Копия|送信日時|日時|宛先|件名|发送时间|日期|收件人|抄送|主题|寄件日期|主旨|보낸 날짜|날짜|받는 사람|제목|참조)\*? ?[:：]/;
// Horizontal rule above a header block.
const rule = /^[_-]{10,}$/;

// Lines that phones and mail clients append.
const footer =
  /^(Sent from (my|Mail|Outlook|Yahoo|ProtonMail|Samsung)\b|Von meinem \S+ gesendet|Gesendet (mit|von) |Get Outlook for |Outlook (für|for) |Envoyé (de|depuis) (mon|ma) |Enviado desde mi |Inviato da(l mio| )|Verzonden vanaf mijn |Wysłane z |Skickat från min |Sendt fra min |Отправлено (с|из) |(iPhone|Android)から送信|发自我的|从我的 ?\S+ ?发送|나의 \S+에서 보냄)/i;

// Attributions such as "On Monday at 10:00, Ada wrote:", recognized by the verb.
const wrote =
  /^.{5,300}(\bwrote|\bschrieb.{0,100}|a écrit|escribió|ha scritto|\bschreef.{0,100}|escreveu|\bskrev.{0,100}|kirjoitti|napisał(\(a\)|a)?|\bpisze|napsal\(?a?\)?|пишет|написал\(?а?\)?|のメッセージ|さんは書きました|写道|寫道|님이 작성) ?[:：]$/i;
// A year and a time of day, which attributions contain in every language.
const dated = /(?=.*(19|20)\d\d)(?=.*\d{1,2}[:.：時时시]\d{2})/;
const byAddress = /<[^\s<>]+@[^\s<>]+>/;
/** @param {string | undefined} line */
const isQuote = (line) => line?.startsWith(">") ?? false;

/**
 * Returns whether a line introduces a quoted mail. Independent of language, such a line ends in a colon, has a date
 * and a time, and names an address or precedes a quote.
 * @param {string} line
 * @param {string | undefined} next
 */
function isAttribution(line, next) {
  if (line.length > MAX_ANNOUNCEMENT_CHARACTERS || !/[:：]$/.test(line)) return false;
  const isDated = dated.test(line);
  const hasAddress = byAddress.test(line);
  if (wrote.test(line)) return isDated || hasAddress || /^(On|Am|Le|El|Il|Op|Em) /.test(line);
  return isDated && (hasAddress || isQuote(next));
}

/**
 * Returns the first non-empty line among the three lines from `from`.
 * @param {string[]} lines
 * @param {number} from
 * @returns {string | undefined}
 */
const nextLine = (lines, from) => lines.slice(from, from + 3).find((line) => line !== "");

/**
 * Returns the number of lines of the attribution that starts at line `at`, or 0. Clients may wrap an attribution
 * before "wrote:".
 * @param {string[]} lines
 * @param {number} at
 */
function countAttributionLines(lines, at) {
  const line = lines[at] ?? "";
  if (isAttribution(line, nextLine(lines, at + 1))) return 1;
  if (!begins.test(line)) return 0;
  for (const count of [2, 3]) {
    const joined = lines
      .slice(at, at + count)
      .map((part) => part.slice(0, MAX_ANNOUNCEMENT_CHARACTERS))
      .join(" ")
      .trim();
    if (isAttribution(joined, nextLine(lines, at + count))) return count;
  }
  return 0;
}

/**
 * Returns whether line `at` names a sender and at least two other header fields follow.
 * @param {string[]} lines
 * @param {number} at
 */
function isHeaderBlock(lines, at) {
  if (!fromLabel.test(lines[at] ?? "")) return false;
  const below = lines.slice(at + 1, at + 10).filter((line) => line !== "");
  const end = below.findIndex((line) => !otherLabel.test(line) && !/^\s|[;,>]$/.test(line));
  return below.slice(0, end < 0 ? undefined : end).filter((line) => otherLabel.test(line)).length >= 2;
}

/**
 * Returns whether a quote without ">" starts at line `at`. Such a quote extends to the end of the mail.
 * @param {string[]} lines
 * @param {number} at
 */
function beginsUnmarkedQuote(lines, at) {
  const line = lines[at] ?? "";
  if (original.test(line) || isHeaderBlock(lines, at)) return true;
  if (!rule.test(line)) return false;
  const next = lines.findIndex((below, n) => n > at && below !== "");
  return next > 0 && next - at <= 3 && isHeaderBlock(lines, next);
}

/**
 * Returns the index of the line that introduces a forwarded mail; -1 when there is none before a quote.
 * @param {string[]} lines
 */
export function findForward(lines) {
  for (const [at, line] of lines.entries()) {
    if (line.length > MAX_ANNOUNCEMENT_CHARACTERS) continue;
    if (forwards.some((pattern) => pattern.test(line))) return at;
    if (isQuote(line) || beginsUnmarkedQuote(lines, at) || countAttributionLines(lines, at) > 0) return -1;
  }
  return -1;
}

/**
 * Returns for each line whether the sender wrote it. Answers between and below quoted lines count as the sender's.
 * @param {string[]} lines
 * @returns {boolean[]}
 */
export function findOwnLines(lines) {
  const own = lines.map(() => true);
  const end = lines.length;
  for (let at = 0; at < end; at++) {
    const line = lines[at] ?? "";
    if (line === "" || line.length > MAX_ANNOUNCEMENT_CHARACTERS) continue;
    if (isQuote(line)) {
      own[at] = false;
      continue;
    }
    const attribution = countAttributionLines(lines, at);
    const isMarked = attribution > 0 && isQuote(nextLine(lines, at + attribution));
    if (isMarked) own.fill(false, at, at + attribution);
    else if (attribution > 0 || beginsUnmarkedQuote(lines, at)) {
      own.fill(false, at);
      break;
    }
    if (isMarked) at += attribution - 1;
  }
  dropSignatures(lines, own);
  for (const [at, line] of lines.entries()) if (line === "" && at > 0) own[at] = own[at - 1] ?? true;
  return own;
}

/**
 * Marks signatures in `own` as not written by the sender. A signature ends at a quote or at the end of the mail.
 * @param {string[]} lines
 * @param {boolean[]} own
 */
function dropSignatures(lines, own) {
  for (const [at, line] of lines.entries()) {
    if (!own[at] || !(line === "--" || footer.test(line))) continue;
    let end = at + 1;
    while (end < lines.length && own[end]) end++;
    const below = lines.slice(at + 1, end).filter((each) => each !== "").length;
    if (below <= (line === "--" ? MAX_SIGNATURE_LINES : 0)) own.fill(false, at, end);
  }
}

/**
 * Removes the armor of a cleartext signature (RFC 9580, section 7).
 * @param {string} text
 */
export function removeArmor(text) {
  const signed = /-----BEGIN PGP SIGNED MESSAGE-----\n(?:[A-Za-z-]{1,40}: [^\n]{0,200}\n){0,10}\n/.exec(text);
  if (!signed) return text;
  const from = signed.index + signed[0].length;
  const end = text.indexOf("\n-----BEGIN PGP SIGNATURE-----", from);
  if (end < 0) return text;
  const mark = "-----END PGP SIGNATURE-----";
  const after = text.indexOf(mark, end);
  const below = after < 0 ? "" : text.slice(after + mark.length);
  return text.slice(0, signed.index) + text.slice(from, end).replace(/^- /gm, "") + below;
}

// Beginning of an attribution that may be wrapped.
const begins = /^(On|Am|Le|El|Il|Op|Em|W dniu|Den|Dne|\p{L}{2,4}[.,]|\d{1,4}[./年-])\s?.*\d/u;

/**
 * Recognizes forwarded mails by the subject prefixes of common clients.
 * @param {string} subject
 */
export const isForwarded = (subject) =>
  /^\s*(fwd?|wg|tr|rv|enc|pd|doorst|vb|vl|i|轉寄|转发|轉發|転送|전달)\s*[:：]/i.test(subject);
