import { type Client, get, post } from "@/lib/api/operations";
import type * as contract from "./contract";

/** Limit of a text to speak, in UTF-16 units: a few sentences. */
export const MAX_SPEECH_LENGTH = 1000;

export const endpoints = {
  getSpeechAbilities: get("/speech"),
  transcribeSpeech: post("/speech/transcription", { files: "file" }),
  speak: post("/speech/audio"),
};
export const speechApi: Client<typeof contract.speechApi, typeof endpoints> = endpoints;
