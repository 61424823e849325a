import { type Client, get } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  listToolSwitches: get("/virtual-assistants/{id}/tool-switches"),
};
export const toolSwitchesApi: Client<typeof contract.toolSwitchesApi, typeof endpoints> = endpoints;
