import type { Language } from "@/lib/platform/words/languages";

export type Mail = {
  to: string;
  language?: Language;
  subject: string;
  lines: string[];
  markdown?: string[];
  after?: string[];
  action?: { label: string; url: string };
  /** One-click unsubscribe, also announced in the headers (RFC 8058). */
  unsubscribe?: { label: string; url: string };
  thread?: { replyTo: string; inReplyTo?: string; references: string[] };
};
