import { type Client, del, get, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  startVoiceRecording: post("/chats/{chat_id}/voice-recordings", { files: "file" }),
  getVoiceRecording: get("/chats/{chat_id}/voice-recordings/{recording_id}"),
  cancelVoiceRecording: del("/chats/{chat_id}/voice-recordings/{recording_id}"),
};
export const voiceApi: Client<typeof contract.voiceApi, typeof endpoints> = endpoints;
