import { type Client, del, get, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  decideAuthorization: post("/oauth/authorizations"),
  listConnectedPrograms: get("/users/me/programs"),
  disconnectProgram: del("/users/me/programs/{id}"),
};
export const oauthApi: Client<typeof contract.oauthApi, typeof endpoints> = endpoints;
