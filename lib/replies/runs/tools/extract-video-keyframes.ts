import { z } from "zod";
import * as media from "@/lib/files/media/service";
import { addPictures } from "@/lib/knowledge/documents/service";
import * as transcripts from "@/lib/knowledge/transcripts/service";
import { getLocalCopy } from "@/lib/platform/storage/service";
import { documentId } from "./cite-passages";
import { tool } from "./definition";
import { findRecording, hasMedia, runWithRetries } from "./media-files";

const MAX_KEYFRAMES = 100;

const isName = (part: string): boolean =>
  part !== "" && part.trim() === part && part !== "." && part !== ".." && !/[\\\p{Cc}]/u.test(part);
const folder = z
  .string()
  .max(200)
  .refine((path) => path.split("/").every(isName), "Must be names joined by /, inside of the chat.")
  .refine((path) => path.split("/").length <= 10, "Must not be deeper than 10 folders.")
  .default("keyframes")
  .describe("Where in the chat's documents they are saved: names joined by `/`.");

export const extractVideoKeyframes = tool({
  description:
    "Save a picture of each scene of a video to a folder of this chat's documents, and show them to the person.",
  input: z.object({
    document_id: documentId,
    sensitivity: z
      .enum(["low", "medium", "high"])
      .default("medium")
      .describe("`low` finds fewer scenes, `high` more."),
    folder,
  }),
  kind: "read",
  label: "Capturing frames from a video",
  about: ({ document_id: id, sensitivity }) => `Document ${id}, ${sensitivity} sensitivity`,
  applies: hasMedia,
  isLong: true,
  run: async (viewer, { document_id: id, sensitivity, folder }, setting, running) => {
    const video = await findRecording(viewer, setting, id, /^video\//, "video");
    const about = `${video.fileName}, ${sensitivity} sensitivity`;
    running.tell(about);
    const frames = await runWithRetries(running, async (signal) => {
      const { path, dispose } = await getLocalCopy(video.storageKey);
      try {
        return await media.extractKeyframes(path, {
          groupId: viewer.group.id,
          sensitivity,
          signal,
          onProgress: (percent) => running.tell(`${about}: ${Math.round(percent)} %`),
        });
      } finally {
        await dispose();
      }
    });
    const kept = spread(frames, MAX_KEYFRAMES);
    const digits = Math.max(2, String(kept.length - 1).length);
    const pictures = kept.map(({ seconds, jpeg }, at) => ({
      fileName: `keyframe-${String(at).padStart(digits, "0")}-${seconds.toFixed(1)}s.jpg`,
      mimeType: "image/jpeg",
      bytes: jpeg,
    }));
    const saved = await addPictures(viewer, { chatId: setting.chat.id, folder }, pictures);
    const isNew = ({ document_id }: { document_id: number }) =>
      !setting.made.some((other) => other.document_id === document_id);
    setting.made.push(...saved.filter(isNew));
    running.tell(about);
    const left = frames.length > kept.length ? ` of ${frames.length}` : "";
    const lines = saved.map(({ document_id, file_name }, at) => {
      return `${transcripts.formatClock(kept[at]!.seconds)} ${file_name} (document ${document_id})`;
    });
    const head = `${saved.length}${left} pictures are in the folder ${folder}, and the person sees them under this reply.`;
    return { text: [head, ...lines].join("\n") };
  },
});

const spread = <T>(all: T[], most: number): T[] =>
  all.length <= most
    ? all
    : Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)]!);
