import type { Viewer } from "@/lib/api/actor";
import type { UploadedFile } from "@/lib/api/contract";
import { createNoSuchModelError } from "@/lib/channels/compat/service";
import * as transcripts from "@/lib/knowledge/transcripts/service";
import {
  listSpeechEngineNames,
  type ReportedSpan,
  type ReportedTimes,
  type Segment,
} from "@/lib/llm/models/service";
import { config } from "@/lib/platform/config";
import { invalid } from "@/lib/platform/errors";
import { getUploadedPath, readUpload } from "@/lib/platform/storage/service";
import {
  getSpeechEngine,
  requireOneRecording,
  toAppError,
  transcribeRecording,
} from "@/lib/replies/voice/service";

type TranscriptionInput = {
  model: string;
  response_format: "json" | "text" | "srt" | "verbose_json" | "vtt";
  language?: string;
  prompt?: string;
  temperature?: number;
  files: UploadedFile[];
};

/**
 * Transcribes a recording as JSON or text, without storing it.
 * @throws AppError, InvalidInput
 */
export async function createTranscription(
  { group }: Viewer,
  input: TranscriptionInput,
  signal: AbortSignal,
): Promise<object | string> {
  const { files, response_format: format, language, prompt, temperature } = input;
  const hints = { language, prompt, temperature };
  const groupId = group.id;
  try {
    const hearing = await getSpeechEngine(groupId);
    // Only the engine that the operator configured is available.
    if (!listSpeechEngineNames(config(), hearing).includes(input.model))
      throw createNoSuchModelError(input.model);
    const { key, fileName, mimeType } = await requireOneRecording(files);
    if ("program" in hearing) refuseHints(input);
    const at = { path: getUploadedPath({ key }) };
    if (format === "json" || format === "text") {
      const whole = { bytes: () => readUpload({ key }), at, groupId, fileName, mimeType, hints, signal };
      const { text, isDraft } = await transcribeRecording(whole, false);
      return format === "text" ? `${text}\n` : { text, ...(isDraft && { is_draft: true }) };
    }
    const pieces: TranscribedPiece[] = [];
    const onTold = (times: ReportedTimes, from: number) => void pieces.push({ told: times, from });
    const heard = await transcripts.transcribe({ ...at, groupId, hints, signal, onTold });
    const { segments, seconds, isDraft } = heard;
    if (format === "srt") return srt(segments);
    if (format === "vtt") return vtt(segments);
    // The offline engine supports English only.
    const spoken = language ?? (isDraft ? "en" : undefined);
    return { ...verbose(segments, seconds, pieces, spoken), ...(isDraft && { is_draft: true }) };
  } catch (error) {
    throw toAppError(error);
  }
}

function refuseHints({ language, prompt, temperature }: TranscriptionInput): void {
  const [name] =
    Object.entries({ language: language === "en" ? undefined : language, prompt, temperature }).find(
      ([, hint]) => hint !== undefined,
    ) ?? [];
  if (name) throw invalid(["body", name], "The offline engine hears English only, and takes no hints.");
}

const joined = (segments: Segment[]) => segments.map(({ text }) => text.trim()).join(" ");

// Output of the model for the part of a recording that begins at `from`, in seconds.
type TranscribedPiece = { told: ReportedTimes; from: number };

function verbose(
  segments: Segment[],
  duration: number,
  pieces: TranscribedPiece[],
  language: string | undefined,
) {
  const told = pieces.flatMap(({ told, from }) => told.segments.map((segment) => moved(segment, from)));
  const words = pieces.flatMap(({ told, from }) => told.words.map((word) => moved(word, from)));
  const isTold = pieces.every((piece) => piece.told.segments.length > 0);
  const own = segments.map(({ from: start, to: end, text }) => ({ start, end, text }));
  return {
    task: "transcribe",
    language: pieces.find((piece) => piece.told.language)?.told.language ?? language ?? "unknown",
    duration,
    text: joined(segments),
    segments: (isTold && told.length > 0 ? told : own).map((segment, id) => ({ ...segment, id })),
    ...(words.length > 0 && { words }),
  };
}

// `seek` counts frames of 10 ms.
const moved = (stretch: ReportedSpan, from: number) => ({
  ...stretch,
  start: stretch.start + from,
  end: stretch.end + from,
  ...(typeof stretch.seek === "number" && { seek: stretch.seek + Math.round(from * 100) }),
});

function clock(seconds: number, separator: string): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const whole = `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}`;
  return `${whole}${separator}${String(ms % 1000).padStart(3, "0")}`;
}

// Puts a cue's text on one line, because an empty line would end the cue and an arrow begin another.
const cueText = (text: string) => text.replace(/\s+/g, " ").replaceAll("-->", "→").trim();

// https://en.wikipedia.org/wiki/SubRip
const srt = (segments: Segment[]): string =>
  segments
    .map(
      ({ from, to, text }, at) => `${at + 1}\n${clock(from, ",")} --> ${clock(to, ",")}\n${cueText(text)}\n`,
    )
    .join("\n");

// https://www.w3.org/TR/webvtt1
const vtt = (segments: Segment[]): string =>
  [
    "WEBVTT\n",
    ...segments.map(
      ({ from, to, text }) =>
        `${clock(from, ".")} --> ${clock(to, ".")}\n${cueText(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;")}\n`,
    ),
  ].join("\n");
