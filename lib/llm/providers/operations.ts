import { type Client, del, get, post, put } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  getPictureModel: get("/models/pictures"),
  setPictureModel: put("/models/pictures"),
  getSemanticSearch: get("/models/semantic-search"),
  listConnections: get("/models/connections"),
  setConnection: put("/models/connections/{connection}"),
  testConnection: post("/models/connections/{connection}/test"),
  downloadModel: post("/models/connections/{connection}/download"),
  removeConnection: del("/models/connections/{connection}"),
};
export const providersApi: Client<typeof contract.providersApi, typeof endpoints> = endpoints;
