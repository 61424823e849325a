import { type Client, get, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  getIdentitySecret: get("/chats/{chat_id}/identity-secret"),
  rotateIdentitySecret: post("/chats/{chat_id}/identity-secret"),
};
export const identitySecretApi: Client<typeof contract.identitySecretApi, typeof endpoints> = endpoints;
