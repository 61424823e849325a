"use client";

import { createContext, useContext } from "react";
import type { AnswerOf } from "@/lib/api/contract";
import type { assistantsApi } from "@/lib/chat/assistants/contract";

type AssistantMini = AnswerOf<typeof assistantsApi.listMiniAssistants>[number];

/** Whom a thread names: the reader and their group, and the assistants of the group. */
export type People = {
  /**
   * `managesModels`: may connect models and choose those of assistants. `queuesMessages`: what they write during a reply
   * waits for its end.
   */
  me: { id: number; name: string; groupId: string; managesModels: boolean; queuesMessages: boolean };
  assistants: AssistantMini[];
  /** What an assistant that is gone is called. */
  former: string;
};

const Context = createContext<People>({
  me: { id: 0, name: "", groupId: "", managesModels: false, queuesMessages: true },
  assistants: [],
  former: "",
});
export const PeopleContext = Context;
export const usePeople = (): People => useContext(Context);

export const assistantById = ({ assistants, former }: People, id: number | null | undefined) =>
  assistants.find((assistant) => assistant.id === id) ?? { name: former, avatar: null, avatar_url: null };
