import { decodeHTML } from "./entities";
import type { Incoming } from "./incoming";

/** As much as a message may hold. */
const LONGEST = 90_000;

/** What somebody wrote, and what hangs below it: quoted mails and their signature. */
export type Words = { said: string; rest: string };

/** The words of a mail: its plain text, else those of its HTML. */
export function wordsOf({ text, html }: Pick<Incoming, "text" | "html">): Words {
  const whole = clean(text?.trim() ? text : textOf(html ?? ""));
  const { said, rest } = split(whole);
  return { said: said.slice(0, LONGEST), rest: rest.slice(0, LONGEST) };
}

const clean = (text: string) =>
  text
    .toWellFormed()
    .replaceAll("\0", "")
    .replace(/\r\n?/g, "\n")
    .replace(/[ \t\u00a0]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/** Where a quoted mail or a signature begins, in the words of usual programs. */
const beginnings = [
  /^-- ?$/,
  /^-{2,}\s*(Original Message|Ursprüngliche Nachricht|Message d'origine|Mensaje original|Forwarded message)\s*-{2,}$/i,
  /^_{20,}$/,
  /^(On|Am|Le|El|Il|Op|Em) .{5,200}(wrote|schrieb.{0,100}|a écrit|escribió|ha scritto|schreef.{0,100}|escreveu) ?:$/,
  /^(From|Von|De|Da): .+@.+$/,
  /^Sent from my \w+|^Von meinem \w+ gesendet|^Get Outlook for /,
];

function split(whole: string): Words {
  const lines = whole.split("\n");
  const at = lines.findIndex((line, i) => {
    // "On Monday …, Ada <ada@example.com>" is often broken before "wrote:".
    const joined = `${line} ${lines[i + 1] ?? ""}`.trim();
    return beginnings.some(
      (pattern) => pattern.test(line) || (/^(On|Am|Le|El) /.test(line) && pattern.test(joined)),
    );
  });
  const own = at < 0 ? lines : lines.slice(0, at);
  let end = own.length;
  while (end > 0 && /^(>.*)?$/.test(own[end - 1]!)) end--;
  const said = own.slice(0, end).join("\n").trim();
  // Somebody who only forwards says nothing of their own: then all of it counts.
  if (said === "") return { said: whole, rest: "" };
  return { said, rest: lines.slice(end).join("\n").trim() };
}

/** The words of a page of HTML; nothing of it is ever shown as HTML. */
function textOf(html: string): string {
  return decodeHTML(
    html
      .slice(0, 2_000_000)
      .replace(/<!--[\s\S]*?-->/g, "")
      .replace(/<(script|style|head|title)\b[\s\S]*?<\/\1\s*>/gi, "")
      .replace(/\s+/g, " ")
      // As a plain text begins what is quoted.
      .replace(/<blockquote\b[^>]*>/gi, "\n-- \n")
      .replace(/<li\b[^>]*>/gi, "\n- ")
      .replace(/<(br|hr)\b[^>]*>|<\/(p|div|h[1-6]|tr|ul|ol|table)\s*>/gi, "\n")
      .replace(/<[^>]*>/g, "")
      .replace(/^ +/gm, ""),
  );
}
