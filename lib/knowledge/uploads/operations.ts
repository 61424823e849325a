import { type Client, get, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  getUploadLimits: get("/uploads"),
  startUpload: post("/uploads"),
};
export const uploadsApi: Client<typeof contract.uploadsApi, typeof endpoints> = endpoints;
