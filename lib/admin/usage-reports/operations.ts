import { type Client, get, put } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  getUsage: get("/usage"),
  getUsageLimit: get("/usage/limit"),
  getStorageUse: get("/usage/storage"),
  listPrices: get("/usage/prices"),
  setPrices: put("/usage/prices"),
};
export const usageApi: Client<typeof contract.usageApi, typeof endpoints> = endpoints;
