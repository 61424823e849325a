import { type Client, get } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  getOpenapiDocument: get("/openapi.json"),
};
export const openapiApi: Client<typeof contract.openapiApi, typeof endpoints> = endpoints;
