import type { Language } from "@/lib/platform/words/languages";

/** A mail as a service says it: sentences, and at most one thing to do. */
export type Mail = {
  to: string;
  /** What it is written in, when that is not English. */
  language?: Language;
  subject: string;
  /** Paragraphs of plain text. */
  lines: string[];
  /** What an assistant wrote, below them. */
  markdown?: string[];
  /** Paragraphs below that. */
  after?: string[];
  action?: { label: string; url: string };
  /** Where whoever gets it says that they want no more of its kind; mail programs show it, too (RFC 8058). */
  unsubscribe?: { label: string; url: string };
  /** The mail that it answers, and where an answer to it goes. */
  thread?: { replyTo: string; inReplyTo?: string; references: string[] };
};
