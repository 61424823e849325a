import { type Client, post } from "@/lib/api/operations";
import type * as contract from "./contract";

// In UTF-16 code units.
export const MAX_PASSAGE_LENGTH = 20_000;
export const MAX_AROUND_LENGTH = 4_000;
export const MAX_INSTRUCTION_LENGTH = 2_000;

export const endpoints = {
  suggestCanvasChange: post("/chats/{chat_id}/canvas/suggestions"),
};
export const suggestionsApi: Client<typeof contract.suggestionsApi, typeof endpoints> = endpoints;
