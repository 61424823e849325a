import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { LRUCache } from "lru-cache";
import type { Viewer } from "@/lib/api/actor";
import type { UploadedFile } from "@/lib/api/contract";
import {
  chooseSpeaker,
  chooseSpeechEngine,
  getTranscriptionStatus,
  hasSpeech,
  ModelError,
  type SpeechEngine,
} from "@/lib/llm/models/service";
import { listGroupConnections } from "@/lib/llm/providers/service";
import { caps, estimateSpeechTokens } from "@/lib/llm/usage/service";
import { config } from "@/lib/platform/config";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";
import { getUploadedPath, readUpload } from "@/lib/platform/storage/service";
import {
  getSpeechEngine,
  requireOneRecording,
  toAppError,
  transcribeRecording,
} from "@/lib/replies/voice/service";

export async function getAbilities({ group }: Viewer) {
  const connections = await listGroupConnections(group.id);
  const hearing = whereConnected(() => chooseSpeechEngine(config(), connections, { isNeeded: false }));
  const isLive = hearing !== undefined && "transcriber" in hearing;
  const hasWhisper = hearing !== undefined && "whisper" in hearing;
  return {
    transcribes: hearing ? getKind(hearing) : ("none" as const),
    transcribes_live: isLive,
    dictates: isLive || hasWhisper || (await getTranscriptionStatus(config())).downloads_when_needed,
    speaks: whereConnected(() => chooseSpeaker(config(), connections)) !== undefined,
  };
}

const getKind = (hearing: SpeechEngine) =>
  "transcriber" in hearing ? "provider" : "whisper" in hearing ? "local" : "offline";

function whereConnected<T>(choose: () => T): T | undefined {
  try {
    return choose();
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}

/**
 * Transcribes a recording without keeping it.
 * @throws AppError as for voice messages; unavailable with the offline engine, whose text is only a draft
 */
export async function transcribe({ group }: Viewer, files: UploadedFile[], signal: AbortSignal) {
  const { key, fileName, mimeType } = await requireOneRecording(files);
  try {
    if ("program" in (await getSpeechEngine(group.id)))
      throw new AppError("unavailable", "Dictation takes a speech provider, or Whisper on this server.");
    const recording = {
      bytes: () => readUpload({ key }),
      at: { path: getUploadedPath({ key }) },
      fileName,
      mimeType,
    };
    const { text } = await transcribeRecording({ ...recording, groupId: group.id, signal }, false);
    return { text: hasSpeech(text) ? text : "" };
  } catch (error) {
    throw toAppError(error);
  }
}

type Sound = { mimeType: string; bytes: Buffer };
const CACHE_BYTES = 32 * 1024 * 1024;
const CACHE_MS = 600_000;
const spoken = createOnce(
  () =>
    new LRUCache<string, Sound>({
      maxSize: CACHE_BYTES,
      ttl: CACHE_MS,
      sizeCalculation: ({ bytes }) => bytes.length + 1,
    }),
);

/**
 * Speaks a text, and streams the audio while it is generated.
 * @throws AppError unavailable without a speech model, provider_failed, rate_limited when the token quota is used up
 */
export async function speak({ user, group }: Viewer, text: string, signal: AbortSignal) {
  const { SPEECH_VOICE: voice } = config();
  try {
    const speaker = chooseSpeaker(config(), await listGroupConnections(group.id));
    const names = JSON.stringify([group.id, speaker.name, voice, text]);
    const key = createHash("sha256").update(names).digest("hex");
    const known = spoken().get(key);
    if (known) return { mimeType: known.mimeType, stream: Readable.from([known.bytes]) };
    await caps.assertTokenQuota(group.id, speaker.name);
    const { mimeType, stream } = await speaker.speak(text, voice, signal);
    const whose = { groupId: group.id, userId: user.id, chatId: 0, assistantId: 0 };
    const tokens = { inputTokens: estimateSpeechTokens(text), outputTokens: 0 };
    await caps.count({ ...whose, kind: "speech", model: speaker.name, ...tokens });
    const keep = (bytes: Buffer) => void spoken().set(key, { mimeType, bytes });
    return { mimeType, stream: Readable.from(teeStream(stream, keep)) };
  } catch (error) {
    throw toAppError(error);
  }
}

async function* teeStream(stream: ReadableStream<Uint8Array>, keep: (bytes: Buffer) => void) {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of stream as NodeStream<Uint8Array>) {
      pieces.push(piece);
      yield piece;
    }
    keep(Buffer.concat(pieces));
  } catch (error) {
    log.warn({ err: error }, "a text was not read aloud to its end");
    throw error;
  }
}
