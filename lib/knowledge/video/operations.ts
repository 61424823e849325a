import { type Client, del, get, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const RETENTION_DAYS = 90;

export const endpoints = {
  convertVideo: post("/video/video-to-text", { files: "file" }),
  listVideoConversions: get("/video/conversions"),
  retryVideoConversion: post("/video/conversions/{streaming_task_id}/retry"),
  deleteVideoConversion: del("/video/conversions/{streaming_task_id}"),
};
export const videoApi: Client<typeof contract.videoApi, typeof endpoints> = endpoints;
