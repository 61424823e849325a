"use client";

import { createContext, useContext } from "react";
import type { AnswerOf } from "@/lib/api/contract";
import type { assistantsApi } from "@/lib/chat/assistants/contract";
import type { SendKey, Shortcuts } from "@/lib/identity/users/settings";

type AssistantMini = AnswerOf<typeof assistantsApi.listMiniAssistants>[number];

export type People = {
  /**
   * `managesModels`: may connect models and select those of assistants. `queuesMessages`: messages written during a
   * reply wait for its end. `usesMemory`: new private chats use memories.
   */
  me: {
    id: number;
    name: string;
    groupId: string;
    managesModels: boolean;
    queuesMessages: boolean;
    usesMemory: boolean;
    hasChosenMemory: boolean;
    sendKey: SendKey;
    shortcuts: Shortcuts;
  };
  assistants: AssistantMini[];
  /** Label shown in place of the name of a deleted assistant. */
  former: string;
};

const Context = createContext<People>({
  me: {
    id: 0,
    name: "",
    groupId: "",
    managesModels: false,
    queuesMessages: true,
    usesMemory: false,
    hasChosenMemory: true,
    sendKey: "enter",
    shortcuts: {} as Shortcuts,
  },
  assistants: [],
  former: "",
});
export const PeopleContext = Context;
export const usePeople = (): People => useContext(Context);

export const findAssistant = ({ assistants, former }: People, id: number | null | undefined) =>
  assistants.find((assistant) => assistant.id === id) ?? { name: former, avatar: null, avatar_url: null };
