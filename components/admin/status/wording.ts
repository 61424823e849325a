import type { InstallationState } from "@/components/data/installation";
import type { Key } from "@/lib/platform/words/screens";
import { numberFormat, type Translate } from "@/lib/platform/words/translate";

export type Failure = InstallationState["queue"]["failures"][number];

/** Formats milliseconds as "240 ms" or "1.3 sec". */
export function formatMilliseconds(locale: string, ms: number): string {
  const [value, unit, maximumFractionDigits] = ms < 950 ? [ms, "millisecond", 0] : [ms / 1000, "second", 1];
  return numberFormat(locale, { style: "unit", unit, maximumFractionDigits }).format(value);
}

const functions: Record<string, Key<"status">> = {
  reply: "reply",
  summary: "summary",
  title: "titleOfChat",
  mail: "mail",
  push: "push",
  "inbound-mail": "mailIn",
  "process-document": "processingDocument",
  "process-medium-document": "processingDocument",
  "process-short-document": "processingDocument",
  "due-connectors": "startingSyncs",
  "sync-connector": "syncingConnector",
  "convert-video": "convertingVideo",
  "index-messages": "indexing",
  "embed-again": "indexingAll",
  job: "job",
  "due-jobs": "startingJobs",
  webhook: "deliveringWebhook",
  "task-chats": "templateChats",
  "import-chats": "importing",
  sweep: "cleaning",
  "sweep-files": "cleaningFiles",
};

export function getFunctionName(t: Translate<"status">, id: string): string {
  const key = functions[id];
  return key ? t(key) : id;
}
