import { textOfHtml } from "@/lib/ai/extraction/service";
import type { Incoming } from "./incoming";
import { isForwarded, whereRestBegins } from "./quotes";

/** As much as a message may hold. */
const LONGEST = 90_000;
/** As much of a mail as is looked at: whoever sends more has not written it. */
const MOST_TEXT = 200_000;
const MOST_HTML = 500_000;

/** What somebody wrote, and what hangs below it: quoted mails and their signature. */
export type Words = { said: string; rest: string };

/** The words of a mail: its plain text, else those of its HTML. What was forwarded is part of what its sender says. */
export function wordsOf({ text, html, subject = "" }: Given): Words {
  const whole = clean(text?.trim() || textOfHtml((html ?? "").slice(0, MOST_HTML)));
  const { said, rest } = split(whole, isForwarded(subject));
  return { said: said.slice(0, LONGEST), rest: rest.slice(0, LONGEST) };
}
type Given = Pick<Incoming, "text" | "html"> & { subject?: string };

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

function split(whole: string, isForwardedBySubject: boolean): Words {
  const lines = whole.split("\n");
  const { at, isForward } = whereRestBegins(lines);
  if (isForward || isForwardedBySubject) return { said: whole, rest: "" };
  const own = lines.slice(0, at);
  let end = own.length;
  while (end > 0 && /^(>.*)?$/.test(own[end - 1]!)) end--;
  const said = own.slice(0, end).join("\n").trim();
  // Somebody who only quotes says nothing of their own: then all of it counts.
  if (said === "") return { said: whole, rest: "" };
  return { said, rest: lines.slice(end).join("\n").trim() };
}
