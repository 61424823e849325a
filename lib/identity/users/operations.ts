import { type Client, del, get, patch } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  getMe: get("/users/me"),
  updateMe: patch("/users/me"),
  deleteMe: del("/users/me"),
  exportMe: get("/users/me/export"),
  listSessions: get("/users/me/sessions"),
  endSession: del("/users/me/sessions/{id}"),
  endOtherSessions: del("/users/me/sessions"),
};
export const usersApi: Client<typeof contract.usersApi, typeof endpoints> = endpoints;
