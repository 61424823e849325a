import { type Client, get } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  search: get("/search"),
  searchState: get("/search/state"),
};
export const searchApi: Client<typeof contract.searchApi, typeof endpoints> = endpoints;
