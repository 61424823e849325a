import type { Language } from "@/lib/platform/words/languages";

/** The content of a mail: paragraphs and at most one button. */
export type Mail = {
  to: string;
  /** English by default. */
  language?: Language;
  subject: string;
  /** Paragraphs of plain text. */
  lines: string[];
  /** An assistant's text, shown below `lines`. */
  markdown?: string[];
  /** Paragraphs below `markdown`. */
  after?: string[];
  action?: { label: string; url: string };
  /** One-click unsubscribe, also announced in the headers (RFC 8058). */
  unsubscribe?: { label: string; url: string };
  /** Headers that make this mail a reply. */
  thread?: { replyTo: string; inReplyTo?: string; references: string[] };
};
