import { decodeHTML } from "./entities";
import type { Incoming } from "./incoming";

/** As much as a message may hold. */
const LONGEST = 90_000;
/** As much of a mail as is looked at: whoever sends more has not written it. */
const MOST_TEXT = 200_000;
const MOST_HTML = 500_000;

/** What somebody wrote, and what hangs below it: quoted mails and their signature. */
export type Words = { said: string; rest: string };

/** The words of a mail: its plain text, else those of its HTML. */
export function wordsOf({ text, html }: Pick<Incoming, "text" | "html">): Words {
  const whole = clean(text?.trim() || textOf((html ?? "").slice(0, MOST_HTML)));
  const { said, rest } = split(whole);
  return { said: said.slice(0, LONGEST), rest: rest.slice(0, LONGEST) };
}

const clean = (text: string) =>
  text
    .slice(0, MOST_TEXT)
    .toWellFormed()
    .replaceAll("\0", "")
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd())
    .join("\n")
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

/** The words of a page of HTML; nothing of it is ever shown as HTML. Each character is looked at once. */
function textOf(html: string): string {
  const parts: string[] = [];
  const say = (text: string) => parts.push(decodeHTML(text.replace(/\s+/g, " ")));
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open < 0) {
      say(html.slice(at));
      break;
    }
    say(html.slice(at, open));
    if (html.startsWith("<!--", open)) {
      at = after(html, /-->/g, open + 4);
      continue;
    }
    tag.lastIndex = open;
    const [, slash, name = ""] = tag.exec(html) ?? [];
    if (slash === undefined) {
      parts.push("<");
      at = open + 1;
      continue;
    }
    at = after(html, />/g, open);
    const kind = slash + name.toLowerCase();
    const end = unseen.get(kind);
    if (end) at = after(html, end, at);
    parts.push(breaks.get(kind) ?? "");
  }
  return parts.join("").replace(/^ +/gm, "");
}

/** What begins otherwise is a sign of less. */
const tag = /<([/!?]?)([a-z][a-z0-9]*|(?<=[/!?]))/iy;
/** Elements whose content no page shows, with what ends them. */
const unseen = new Map(
  ["script", "style", "title"].map((name) => [name, new RegExp(`</${name}\\s*>`, "gi")]),
);
/** What stands for a tag; a quote begins as in a plain text. */
const breaks = new Map([
  ["blockquote", "\n-- \n"],
  ["li", "\n- "],
  ..."br hr /p /div /h1 /h2 /h3 /h4 /h5 /h6 /tr /ul /ol /table"
    .split(" ")
    .map((kind): [string, string] => [kind, "\n"]),
]);

/** Where a text goes on after the next match, at its end when there is none. */
function after(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : text.length;
}
