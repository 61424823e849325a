import { type Client, del, get, post, put } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  listModels: get("/models"),
  setModelSight: put("/models/sight"),
  getPictureModel: get("/models/pictures"),
  setPictureModel: put("/models/pictures"),
  getSemanticSearch: get("/models/semantic-search"),
  listConnections: get("/models/connections"),
  setConnection: put("/models/connections/{provider}"),
  testConnection: post("/models/connections/{provider}/test"),
  removeConnection: del("/models/connections/{provider}"),
};
export const providersApi: Client<typeof contract.providersApi, typeof endpoints> = endpoints;
