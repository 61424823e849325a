import { type Client, get, post, put } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  listModels: get("/models"),
  listModelSettings: get("/models/settings"),
  setModelSettings: put("/models/settings"),
  exportModels: get("/models/export"),
  importModels: post("/models/import"),
  setModelOrder: put("/models/order"),
  setDefaultModel: put("/models/default"),
  setModelSight: put("/models/sight"),
};
export const groupModelsApi: Client<typeof contract.groupModelsApi, typeof endpoints> = endpoints;
