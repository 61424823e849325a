import { type Client, get, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  reportPageError: post("/page-errors"),
  live: get("/health/live"),
};
export const healthApi: Client<typeof contract.healthApi, typeof endpoints> = endpoints;
