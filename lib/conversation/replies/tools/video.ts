import { z } from "zod";
import * as media from "@/lib/ai/media/service";
import { ModelError } from "@/lib/ai/models/service";
import type { Viewer } from "@/lib/api/actor";
import { addPictures, library as documents } from "@/lib/knowledge/documents/service";
import { reaches } from "@/lib/knowledge/search/service";
import * as transcripts from "@/lib/knowledge/transcripts/service";
import { AppError, notFound } from "@/lib/platform/errors";
import { localCopy } from "@/lib/platform/storage/service";
import { type Running, type Setting, tool } from "./kinds";
import { documentId, given } from "./search";

/** Of a video with more scenes so many are kept, evenly spread. */
const MOST_FRAMES = 100;
const MOST_MS = 60 * 60_000;
/** Characters of a transcript that a model gets at once. */
const STRETCH = 12_000;

const isName = (part: string): boolean =>
  part !== "" && part.trim() === part && part !== "." && part !== ".." && !/[\\\p{Cc}]/u.test(part);
const folder = z
  .string()
  .max(200)
  .refine((path) => path.split("/").every(isName), "Must be names joined by /, inside of the chat.")
  .refine((path) => path.split("/").length <= 10, "Must not be deeper than 10 folders.")
  .default("keyframes")
  .describe("Where in the chat's documents they are saved: names joined by `/`.");

/** A video or a recording that the chat draws on and the asker may read. @throws AppError not_found, unsupported_type */
async function found(viewer: Viewer, { chat, audience }: Setting, id: number, kinds: RegExp, what: string) {
  if (!(await reaches(chat, audience, id))) throw notFound("Document");
  const document = await documents.found(viewer, id);
  if (!kinds.test(document.mimeType))
    throw new AppError("unsupported_type", `${document.fileName} is no ${what}.`);
  return document;
}

/** Does what takes long, until it is stopped or takes too long. @throws AppError for what is wrong with the file or a provider; the reason of the stop */
async function patiently<T>({ signal }: Running, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = AbortSignal.timeout(MOST_MS);
  try {
    return await work(AbortSignal.any([signal, late]));
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) throw new AppError("unavailable", "It took longer than an hour.");
    if (error instanceof media.MediaError) throw new AppError("unsupported_type", error.message);
    if (error instanceof ModelError) throw new AppError("provider_failed", error.message);
    throw error;
  }
}

/** So many, evenly spread, always the same ones. */
const spread = <T>(all: T[], most: number): T[] =>
  all.length <= most
    ? all
    : Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)]!);

const applies = ({ has }: Setting) => has.media;

/** What a chat's videos and recordings show and say, as documents of the chat. */
export const videoTools = {
  extract_video_keyframes: tool({
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
    label: "Taking pictures from a video",
    about: ({ document_id: id, sensitivity }) => `Document ${id}, ${sensitivity} sensitivity`,
    applies,
    isLong: true,
    run: async (viewer, { document_id: id, sensitivity, folder }, setting, running) => {
      const video = await found(viewer, setting, id, /^video\//, "video");
      const about = `${video.fileName}, ${sensitivity} sensitivity`;
      running.tell(about);
      const frames = await patiently(running, async (signal) => {
        const { path, dispose } = await localCopy(video.storageKey);
        try {
          return await media.keyframes(path, {
            groupId: viewer.group.id,
            sensitivity,
            signal,
            onProgress: (percent) => running.tell(`${about}: ${Math.round(percent)} %`),
          });
        } finally {
          await dispose();
        }
      });
      const kept = spread(frames, MOST_FRAMES);
      const digits = Math.max(2, String(kept.length - 1).length);
      const pictures = kept.map(({ seconds, jpeg }, at) => ({
        fileName: `keyframe-${String(at).padStart(digits, "0")}-${seconds.toFixed(1)}s.jpg`,
        jpeg,
      }));
      const saved = await addPictures(viewer, { chatId: setting.chat.id, folder }, pictures);
      const isNew = ({ document_id }: { document_id: number }) =>
        !setting.made.some((other) => other.document_id === document_id);
      setting.made.push(...saved.filter(isNew));
      running.tell(about);
      const left = frames.length > kept.length ? ` of ${frames.length}` : "";
      const lines = saved.map(({ document_id, file_name }, at) => {
        return `${transcripts.clock(kept[at]!.seconds)} ${file_name} (document ${document_id})`;
      });
      const head = `${saved.length}${left} pictures are in the folder ${folder}, and the person sees them under this reply.`;
      return { text: [head, ...lines].join("\n") };
    },
  }),
  transcribe_video: tool({
    description:
      "Write down what is said in a video or a recording, with times. The transcript is kept as the text of the document, so that it can be searched and read like others.",
    input: z.object({ document_id: documentId }),
    label: "Transcribing",
    about: ({ document_id: id }) => `Document ${id}`,
    applies,
    isLong: true,
    run: async (viewer, { document_id: id }, setting, running) => {
      const document = await found(viewer, setting, id, /^(audio|video)\//, "video or recording");
      const { fileName, storageKey: key, groupId } = document;
      running.tell(fileName);
      if (!document.hasTranscript) {
        const transcript = await patiently(running, (signal) =>
          transcripts.transcribe({
            key,
            groupId,
            signal,
            onProgress: (percent) => running.tell(`${fileName}: ${percent} %`),
          }),
        );
        await transcripts.keep({ id }, transcript);
        running.tell(fileName);
      }
      const {
        text,
        parts,
        total,
        next_offset: next,
      } = await documents.readText(viewer, id, { limit: STRETCH });
      if (parts.length === 0) return { text: "Nothing is said in it." };
      const source = {
        documentId: id,
        messageId: null,
        title: fileName,
        text,
        page: null,
        seconds: parts[0]!.seconds ?? null,
        start: 0,
        chatUuid: null,
      };
      const rest =
        next === null
          ? "That is all of it."
          : `It has ${total} characters: read_document reads on from offset ${next}.`;
      return { text: `${given([source], setting, STRETCH).text}\n\n${rest}` };
    },
  }),
};
