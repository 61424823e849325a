import type { Action } from "@/components/data/task-actions";

export type ActionDraft = {
  name: string;
  action_name: string;
  description: string;
  prompt: string;
  /** Empty selects the group's default. */
  assistant: string;
  /** File extensions, separated by commas. */
  accepted_types: string;
  usable_by: Action["usable_by"];
  user_ids: number[];
};

/** @param isAdmin prompts that admins create are for the group, those of members for themselves */
export const toDraft = (action: Action | undefined, isAdmin: boolean): ActionDraft => ({
  name: action?.name ?? "",
  action_name: action?.action_name ?? "",
  description: action?.description ?? "",
  prompt: action?.prompt ?? "",
  assistant: action?.virtual_assistant ? String(action.virtual_assistant.id) : "",
  accepted_types: action?.accepted_types.join(", ") ?? "",
  usable_by: action?.usable_by ?? (isAdmin ? "group" : "creator"),
  user_ids: action?.user_ids ?? [],
});

export const toActionName = (name: string): string =>
  name
    .normalize("NFD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 64);

/** Parses file extensions with or without a leading dot or `*.`, separated by spaces, commas or semicolons. */
export const parseExtensions = (typed: string): string[] =>
  typed
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((type) => type.replace(/^\*?\./, ""))
    .filter((type) => type !== "");

export const toInput = (
  { assistant, accepted_types, description, usable_by, user_ids, ...draft }: ActionDraft,
  saved: Action | undefined,
) => ({
  ...draft,
  description: description.trim(),
  ...(assistant !== toDraft(saved, true).assistant && {
    virtual_assistant_id: assistant === "" ? null : Number(assistant),
  }),
  accepted_types: parseExtensions(accepted_types),
  // Sent when it changed only, because members may keep what they have shared after sharing was turned off.
  ...(usable_by !== saved?.usable_by && { usable_by }),
  ...(String(user_ids) !== String(saved?.user_ids) && { user_ids }),
});
