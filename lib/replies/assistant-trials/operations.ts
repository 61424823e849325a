import { type Client, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  tryAssistant: post("/virtual-assistants/try"),
};
export const trialsApi: Client<typeof contract.trialsApi, typeof endpoints> = endpoints;
