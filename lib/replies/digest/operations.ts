import { type Client, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  createDigest: post("/chats/digest"),
};
export const digestApi: Client<typeof contract.digestApi, typeof endpoints> = endpoints;
