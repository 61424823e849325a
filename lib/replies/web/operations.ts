import { type Client, get, post, put } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  getWebAccess: get("/web"),
  setWebAccess: put("/web"),
  testWebSearch: post("/web/test"),
  readWebPage: post("/web/pages"),
};
export const webApi: Client<typeof contract.webApi, typeof endpoints> = endpoints;
