import type { State } from "@/components/data/installation";

export type Failure = State["queue"]["failures"][number];

const whole = new Intl.NumberFormat("en");
export const count = (value: number): string => whole.format(value);

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];
/** "3.4 MB", of 1,048,576 bytes. */
export function sizeOf(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${step === 0 ? bytes : (bytes / 1024 ** step).toFixed(1)} ${UNITS[step]}`;
}

/** "240 ms", "1.3 s" */
export const lasting = (ms: number): string =>
  ms < 950 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

/** What a background function does, in words. */
const functions: Record<string, string> = {
  reply: "Reply of an assistant",
  summary: "Summary of a chat",
  title: "Title of a chat",
  mail: "Sending a mail",
  push: "Sending a notification",
  "inbound-mail": "Taking in a mail",
  "process-document": "Reading a document",
  "convert-video": "Reading a video",
  "index-messages": "Indexing messages",
  "embed-again": "Indexing everything anew",
  job: "A job",
  "due-jobs": "Starting jobs that are due",
  webhook: "Telling a webhook",
  "task-chats": "Updating chats of a template",
  "import-chats": "Importing chats",
  sweep: "Cleaning up",
  "sweep-files": "Cleaning up files",
};
export const functionName = (id: string): string => functions[id] ?? id;
