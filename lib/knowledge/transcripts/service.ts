import { AUDIO, audio, inTurn, MediaError, probe } from "@/lib/ai/media/service";
import {
  chooseHearing,
  type Hearing,
  hasSpeech,
  hearOffline,
  ModelError,
  type Segment,
} from "@/lib/ai/models/service";
import { connectionsOf } from "@/lib/ai/providers/service";
import { keepTranscript, transcriptText } from "@/lib/knowledge/documents/service";
import { config } from "@/lib/platform/config";
import { localCopy } from "@/lib/platform/storage/service";
import { type Transcript, textOf, transcriptIn } from "./text";

export type { Segment } from "@/lib/ai/models/service";
export { clock, DRAFT, type Transcript } from "./text";

export type Recorded = ({ path: string } | { key: string }) & {
  /** Whose speech provider listens. */
  groupId: string;
  signal?: AbortSignal;
  /** Hears how much is transcribed, in percent. */
  onProgress?: (percent: number) => void;
};

/** Speech servers take files of 25 MB, and answer within minutes. In seconds. */
export const limits = { piece: 600 };
/** What is left behind the last piece is no piece of its own. */
const REST = 0.5;

/**
 * What is said in a video or a recording, piece by piece with its times. No segments when it has no sound, or
 * nothing is said.
 * @throws ModelError `not_configured` without a speech provider or an offline engine, others when it fails;
 *   MediaError for a file that cannot be read or is too long; the reason of the signal
 */
export async function transcribe({ groupId, signal, onProgress, ...at }: Recorded): Promise<Transcript> {
  const hearing = chooseHearing(config(), await connectionsOf(groupId));
  const isDraft = "program" in hearing;
  const { path, dispose } =
    "path" in at ? { path: at.path, dispose: async () => {} } : await localCopy(at.key);
  try {
    const { seconds, hasAudio } = await probe(path, { signal });
    const { VIDEO_MAX_MINUTES: minutes } = config();
    if (seconds > minutes * 60) throw new MediaError(`It is longer than ${minutes} minutes.`);
    const segments: Segment[] = [];
    const { piece: most } = limits;
    for (let from = 0; hasAudio && from < seconds - REST; from += most) {
      signal?.throwIfAborted();
      const piece = { path, from, seconds: Math.min(most, seconds - from) };
      for (const { text, ...time } of await hearPiece(piece, hearing, { groupId, signal }))
        if (hasSpeech(text)) segments.push({ from: from + time.from, to: from + time.to, text });
      onProgress?.(Math.min(100, Math.round((100 * (from + most)) / seconds)));
    }
    return { segments, isDraft };
  } finally {
    await dispose();
  }
}

/** Whether no speech provider is connected, which would understand more than the offline engine. */
export async function hearsOfflineOnly(groupId: string): Promise<boolean> {
  try {
    return "program" in chooseHearing(config(), await connectionsOf(groupId));
  } catch (error) {
    if (error instanceof ModelError) return true;
    throw error;
  }
}

type Turn = { groupId: string; signal?: AbortSignal };
type Piece = { path: string; from: number; seconds: number };

/** What is said in a stretch of a file, with times from its beginning. @throws as `transcribe` */
export async function hearPiece(piece: Piece, hearing: Hearing, turn: Turn): Promise<Segment[]> {
  const { signal } = turn;
  const { path, ...stretch } = piece;
  const { seconds } = stretch;
  if ("program" in hearing) {
    const wav = await audio(path, { ...stretch, as: "wav", signal });
    return inTurn(() => hearOffline(hearing.program, wav, { seconds, signal }), turn);
  }
  const bytes = await audio(path, { ...stretch, signal });
  if (bytes.length === 0) return [];
  const { mimeType, ending } = AUDIO.mp3;
  const recording = { bytes, fileName: `recording.${ending}`, mimeType };
  const { text, segments } = await hearing.transcriber.transcribe(recording, signal);
  return segments?.length ? segments : [{ from: 0, to: seconds, text }];
}

/**
 * The transcript that a document has already, of whoever made it; undefined when it has none. The caller has shown
 * that the document may be read.
 */
export async function transcriptOf({ id }: { id: number }): Promise<Transcript | undefined> {
  const found = await transcriptText(id);
  return found && transcriptIn(found);
}

/** Makes a transcript the text of its document, which is then indexed like any other. */
export const keep = ({ id }: { id: number }, transcript: Transcript): Promise<void> =>
  keepTranscript(id, textOf(transcript));
