import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { AnswerOf } from "@/lib/api/contract";
import type { Memory } from "@/lib/chat/memories/contract";
import { memoriesApi } from "@/lib/chat/memories/operations";
import { personalInstructionsApi } from "@/lib/chat/personal-instructions/operations";
import { pagesFor, queryFor, refresh } from "./query";

export type MemoryItem = z.output<typeof Memory>;

export const memoriesQuery = pagesFor(memoriesApi.listMemories, 100, { query: { is_proposed: false } });
/** Memories for the chats of a project; a person has at most 200. */
export const memoriesOfProjectQuery = (id: number) =>
  queryFor(memoriesApi.listMemories, {
    query: { chat_workspace_id: id, is_proposed: false, page_size: 100 },
  });
/** Undecided memory proposals. The server never keeps more than one page of them. */
export const proposalsQuery = queryFor(memoriesApi.listMemories, {
  query: { is_proposed: true, page_size: 100 },
});
export type PersonalInstructions = AnswerOf<typeof personalInstructionsApi.getPersonalInstructions>;
export const personalInstructionsQuery = queryFor(personalInstructionsApi.getPersonalInstructions);
export const refreshMemories = (client: QueryClient) => refresh(client, memoriesApi.listMemories);
