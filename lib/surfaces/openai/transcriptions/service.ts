import { hearingNames, type Segment } from "@/lib/ai/models/service";
import type { Viewer } from "@/lib/api/actor";
import type { UploadedFile } from "@/lib/api/contract";
import { asAppError, hearingOf, hearWhole, onlyRecording } from "@/lib/conversation/voice/service";
import * as transcripts from "@/lib/knowledge/transcripts/service";
import { config } from "@/lib/platform/config";
import { invalid } from "@/lib/platform/errors";
import { readUpload, uploadedPath } from "@/lib/platform/storage/service";
import { noSuchModel } from "@/lib/surfaces/asking/service";

type Asked = {
  model: string;
  response_format: "json" | "text" | "srt" | "verbose_json" | "vtt";
  language?: string;
  prompt?: string;
  temperature?: number;
  files: UploadedFile[];
};

/** What is said in a recording, of which nothing is kept: JSON, or a text. @throws AppError, InvalidInput */
export async function transcription(
  { group }: Viewer,
  asked: Asked,
  signal: AbortSignal,
): Promise<object | string> {
  const { files, response_format: format, language, prompt, temperature } = asked;
  const hints = { language, prompt, temperature };
  const groupId = group.id;
  try {
    const hearing = await hearingOf(groupId);
    // There is one, which the operator has chosen.
    if (!hearingNames(config(), hearing).includes(asked.model)) throw noSuchModel(asked.model);
    const { key, fileName, mimeType } = await onlyRecording(files);
    if ("program" in hearing) refuseHints(asked);
    const at = { path: uploadedPath({ key }) };
    if (format === "json" || format === "text") {
      const whole = { bytes: () => readUpload({ key }), at, groupId, fileName, mimeType, hints, signal };
      const { text, isDraft } = await hearWhole(whole, false);
      return format === "text" ? `${text}\n` : { text, ...(isDraft && { is_draft: true }) };
    }
    const { segments, isDraft } = await transcripts.transcribe({ ...at, groupId, hints, signal });
    if (format === "srt") return srt(segments);
    if (format === "vtt") return vtt(segments);
    return { ...verbose(segments, language), ...(isDraft && { is_draft: true }) };
  } catch (error) {
    throw asAppError(error);
  }
}

/** @throws InvalidInput for what the offline engine cannot be told */
function refuseHints({ language, prompt, temperature }: Asked): void {
  const [name] =
    Object.entries({ language: language === "en" ? undefined : language, prompt, temperature }).find(
      ([, hint]) => hint !== undefined,
    ) ?? [];
  if (name) throw invalid(["body", name], "The offline engine hears English only, and takes no hints.");
}

const joined = (segments: Segment[]) => segments.map(({ text }) => text.trim()).join(" ");

const verbose = (segments: Segment[], language: string | undefined) => ({
  task: "transcribe",
  ...(language && { language }),
  duration: segments.at(-1)?.to ?? 0,
  text: joined(segments),
  segments: segments.map(({ from, to, text }, id) => ({ id, start: from, end: to, text })),
});

/** `hh:mm:ss`, the separator, and milliseconds. */
function clock(seconds: number, separator: string): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const whole = `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}`;
  return `${whole}${separator}${String(ms % 1000).padStart(3, "0")}`;
}

/** A line of a cue: an empty one would end it, and an arrow would begin another. */
const cueText = (text: string) => text.replace(/\s+/g, " ").replaceAll("-->", "→").trim();

/** https://en.wikipedia.org/wiki/SubRip */
const srt = (segments: Segment[]): string =>
  segments
    .map(
      ({ from, to, text }, at) => `${at + 1}\n${clock(from, ",")} --> ${clock(to, ",")}\n${cueText(text)}\n`,
    )
    .join("\n");

/** https://www.w3.org/TR/webvtt1 */
const vtt = (segments: Segment[]): string =>
  [
    "WEBVTT\n",
    ...segments.map(
      ({ from, to, text }) =>
        `${clock(from, ".")} --> ${clock(to, ".")}\n${cueText(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;")}\n`,
    ),
  ].join("\n");
