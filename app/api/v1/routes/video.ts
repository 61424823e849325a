import { Readable } from "node:stream";
import { ApiReply, toListReply } from "@/lib/api/routes";
import { videoApi } from "@/lib/knowledge/video/contract";
import * as video from "@/lib/knowledge/video/service";
import { invalid } from "@/lib/platform/errors";
import { implement } from "../implement";

const begun = (streaming_task_id: string) =>
  new ApiReply({ kind: "json", value: { streaming_task_id } }, {}, 202);

const wantsText = (accept = "") => /\btext\/plain\b/.test(accept) && !accept.includes("json");

export const videoRoutes = implement("Video", videoApi, {
  analyzeVideo: async ({ viewer, body: { is_sync, ...body }, call }) => {
    const id = await video.start(viewer, "analysis", { ...body, method: "full_video" });
    if (!is_sync) return begun(id);
    const { text } = await video.waitForResult(viewer, id, call.signal);
    if (!wantsText(call.header("accept"))) return text;
    const headers = { "content-type": "text/plain; charset=utf-8" };
    return new ApiReply({ kind: "file", stream: Readable.from([text]) }, headers);
  },
  convertVideo: async ({ viewer, body: { is_sync, ...body }, call }) => {
    if (body.files.length > 0 === (body.document_id !== undefined))
      throw invalid(["body", "file"], "Send exactly one of file and document_id.");
    const id = await video.start(viewer, "text", body);
    return is_sync ? video.waitForResult(viewer, id, call.signal) : begun(id);
  },
  listVideoConversions: async ({ viewer, query }) => toListReply(await video.list(viewer, query)),
  getVideoConversionText: async ({ viewer, params }) => {
    const { stream, headers } = await video.getTextFile(viewer, params.streaming_task_id);
    return new ApiReply({ kind: "file", stream }, headers);
  },
  retryVideoConversion: async ({ viewer, params }) =>
    begun(await video.retry(viewer, params.streaming_task_id)),
  deleteVideoConversion: ({ viewer, params }) => video.remove(viewer, params.streaming_task_id),
});
