import { type Client, del, get, patch, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  changePassword: patch("/auth/change-password"),
  listApiTokens: get("/users/me/api-tokens"),
  createApiToken: post("/users/me/api-tokens"),
  revokeApiToken: del("/users/me/api-tokens/{id}"),
};
export const authApi: Client<typeof contract.authApi, typeof endpoints> = endpoints;
