import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReplyOptions } from "@/components/chat/composer/composer-options";
import { usePeople } from "@/components/data/people";
import { projectQuery } from "@/components/data/workspaces";
import type { ChosenProject } from "./project-choice";

// Manages the choice of the assistant and the model that reply in the new chat.
export function useReplier(assistantId: number | undefined, project: ChosenProject | undefined) {
  const { assistants } = usePeople();
  const usual = assistants.find(({ is_default }) => is_default) ?? assistants[0];
  const { data: its } = useQuery({ ...projectQuery(project?.uuid ?? ""), enabled: project !== undefined });
  const [chosen, setChosen] = useState<number | null | undefined>(assistantId);
  const [chosenModel, setModel] = useState<string | null>();
  // What the person has chosen counts, then what the project has for new chats.
  const id = chosen === undefined ? project && its?.virtual_assistant?.id : chosen;
  const assistant = id === null ? undefined : (assistants.find((each) => each.id === id) ?? usual);
  const model = chosenModel === undefined ? ((project && its?.model) ?? null) : chosenModel;
  const isProjectKnown = project === undefined || its !== undefined;
  return {
    assistant,
    setChosen,
    model,
    setModel,
    knowsAssistant: isProjectKnown || chosen !== undefined,
    knowsModel: isProjectKnown || chosenModel !== undefined,
  };
}
export type Replier = ReturnType<typeof useReplier>;

export function useReplyOptions(isTemporary: boolean) {
  const { me } = usePeople();
  const [{ usesMemory = me.usesMemory, ...others }, setOptions] = useState<ReplyOptions>({
    toolSwitches: {},
    effort: null,
  });
  const chosen: ReplyOptions = isTemporary ? others : { ...others, usesMemory };
  const change = (changed: Partial<ReplyOptions>) => setOptions((before) => ({ ...before, ...changed }));
  return { chosen, change };
}
