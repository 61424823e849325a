import type { z } from "zod";
import type { PageEntry } from "@/components/data/canvas";
import type { NamedMember } from "@/components/data/chat-members";
import type { Chat } from "@/components/data/chats";
import type { DocumentItem } from "@/components/data/documents";
import type { WholeTask } from "@/components/data/tasks";
import type { SaveAsTask } from "@/lib/automation/tasks/contract";
import { INCLUDABLE } from "@/lib/automation/tasks/operations";

export type Includable = (typeof INCLUDABLE)[number];
export type SaveDraft = {
  isNew: boolean;
  name: string;
  include: Includable[];
  files: number[] | "all";
  collections: number[];
  members: boolean;
  usable_by: WholeTask["usable_by"];
  user_ids: number[];
};
export type TaskSources = { chat: Chat; pages: PageEntry[]; files: DocumentItem[]; members: NamedMember[] };

// Fields that configure the chat and are preselected. Other texts and files are private to its members unless selected.
const SETUP: Includable[] = ["goal", "instructions"];

const isEmpty = (value: unknown) =>
  value == null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

export const listTexts = ({ chat, pages }: TaskSources): Includable[] =>
  INCLUDABLE.filter((field) => !isEmpty(chat[field]) || (field === "canvas" && pages.length > 0));

// A chat of one person has nobody whom a template could add.
export const hasOthers = ({ members }: TaskSources): boolean => members.length > 1;

/**
 * Returns the initial selection: the chat's configuration and content that the group can already read, and members if
 * the template already has them.
 * @param task Template that gets a new version
 */
export function createDraft(material: TaskSources, task: WholeTask | undefined): SaveDraft {
  const { chat, pages, files } = material;
  const fields = (task?.fields ?? {}) as Record<string, unknown>;
  const isInTask = (field: Includable) =>
    JSON.stringify(chat[field]) === JSON.stringify(fields[field]) &&
    (field !== "canvas" || pages.length === 0);
  const read = new Set(task?.documents.map(({ sha256 }) => sha256));
  return {
    isNew: !task,
    name: task?.fields.name ?? chat.name,
    include: listTexts(material).filter((field) => SETUP.includes(field) || isInTask(field)),
    files: files.filter(({ sha256 }) => read.has(sha256)).map(({ id }) => id),
    collections: chat.collections.map(({ id }) => id),
    members: (task?.includes_members ?? false) && hasOthers(material),
    usable_by: task?.usable_by ?? "group",
    user_ids: task?.user_ids ?? [],
  };
}

/** Returns the request body. Includes texts that the chat lacks, so that they are cleared in the template. */
export function toBody(draft: SaveDraft, material: TaskSources): z.input<typeof SaveAsTask> {
  const present = listTexts(material);
  return {
    name: draft.name.trim(),
    as_new: draft.isNew,
    include: INCLUDABLE.filter((field) => draft.include.includes(field) || !present.includes(field)),
    document_ids: draft.files === "all" ? undefined : draft.files,
    collection_ids: draft.collections,
    include_members: draft.members,
    // Also sent with a new version, for the case that its template has just been deleted.
    usable_by: draft.usable_by,
    user_ids: draft.user_ids,
  };
}

/** Returns the files of a chat without those unpacked from one of its archives, which are included with the archive. */
export function listFiles(documents: DocumentItem[]): DocumentItem[] {
  const ids = new Set(documents.map(({ id }) => id));
  return documents.filter(({ archive_id: archive }) => archive === null || !ids.has(archive));
}
