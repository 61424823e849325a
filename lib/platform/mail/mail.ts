/** A mail as a service says it: sentences, and at most one thing to do. */
export type Mail = {
  to: string;
  subject: string;
  /** Paragraphs of plain text. */
  lines: string[];
  /** What an assistant wrote, below them. */
  markdown?: string[];
  action?: { label: string; url: string };
  /** The mail that it answers, and where an answer to it goes. */
  thread?: { replyTo: string; inReplyTo?: string; references: string[] };
};
