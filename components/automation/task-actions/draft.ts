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
};

export const toDraft = (action?: Action): ActionDraft => ({
  name: action?.name ?? "",
  action_name: action?.action_name ?? "",
  description: action?.description ?? "",
  prompt: action?.prompt ?? "",
  assistant: action?.virtual_assistant ? String(action.virtual_assistant.id) : "",
  accepted_types: action?.accepted_types.join(", ") ?? "",
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

export const toInput = ({ assistant, accepted_types, description, ...draft }: ActionDraft) => ({
  ...draft,
  description: description.trim(),
  virtual_assistant_id: assistant === "" ? null : Number(assistant),
  accepted_types: parseExtensions(accepted_types),
});
