import { extractAudio, MediaError, probe, runInTurn } from "@/lib/files/media/service";
import { findTranscriptText, storeTranscriptText } from "@/lib/knowledge/documents/service";
import {
  chooseSpeechEngine,
  type Hints,
  hasSpeech,
  type KnownVoice,
  ModelError,
  type ReportedTimes,
  type Segment,
  type SpeechEngine,
  transcribeOffline,
} from "@/lib/llm/models/service";
import { listGroupConnections } from "@/lib/llm/providers/service";
import { config } from "@/lib/platform/config";
import { getLocalCopy } from "@/lib/platform/storage/service";
import { extractSound, Speakers } from "./speakers";
import { parseTranscript, type Transcript, toDocumentText } from "./text";
import { selectTracks } from "./tracks";

export type { Segment } from "@/lib/llm/models/service";
export { DRAFT, formatClock, formatLine, ON_SCREEN, type Transcript } from "./text";
export { selectTracks } from "./tracks";

export type Recorded = ({ path: string } | { key: string }) & {
  groupId: string;
  signal?: AbortSignal;
  hints?: Hints;
  /** Translates into English if the model supports it. */
  translate?: boolean;
  /** The sound tracks in the form that `selectTracks` parses. Without it, the main track is used. */
  tracks?: string | null;
  onProgress?: (percent: number) => void;
  /**
   * Receives the times and the language that the model reports for each piece.
   * @param from The beginning of the piece in seconds
   */
  onTold?: (times: ReportedTimes, from: number) => void;
};

/** The length of a piece in seconds. Speech servers accept files of up to 25 MB and must answer within minutes. */
export const limits = { piece: 600 };
// A remainder of fewer seconds after the last piece is ignored.
const REST = 0.5;

/**
 * Transcribes a video or a recording piece by piece. Segments have times, speakers if the model distinguishes them, and
 * track names if there are several tracks. Returns no segments for a file without sound or speech.
 * @throws ModelError `not_configured` without a speech provider or a local engine, other codes when transcription
 * fails; MediaError for a file that cannot be read, is too long or has no such track; the signal's reason when aborted
 */
export async function transcribe(recorded: Recorded): Promise<Transcript & { seconds: number }> {
  const { groupId, signal, hints, translate, tracks = null, onProgress, onTold, ...at } = recorded;
  const hearing = chooseSpeechEngine(config(), await listGroupConnections(groupId));
  const isDraft = "program" in hearing;
  const { path, dispose } =
    "path" in at ? { path: at.path, dispose: async () => {} } : await getLocalCopy(at.key);
  try {
    const facts = await probe(path, { signal });
    const { seconds, hasAudio } = facts;
    const { VIDEO_MAX_MINUTES: minutes } = config();
    if (seconds > minutes * 60) throw new MediaError(`It is longer than ${minutes} minutes.`);
    if (!hasAudio && tracks === null) return { segments: [], isDraft, seconds };
    const chosen = selectTracks(facts.tracks, tracks);
    const segments: Segment[] = [];
    for (const [n, { track, name }] of chosen.entries()) {
      const told = (share: number) => onProgress?.(Math.round((100 * (n + share)) / chosen.length));
      for (const segment of await heardIn(
        { path, track, seconds },
        hearing,
        { groupId, signal, hints, translate, onTold },
        told,
      )) {
        const who = [chosen.length > 1 && name, segment.who].filter(Boolean).join(", ");
        segments.push(who ? { ...segment, who } : segment);
      }
    }
    return { segments: segments.sort((a, b) => a.from - b.from), isDraft, seconds };
  } finally {
    await dispose();
  }
}

async function heardIn(
  whole: Omit<RecordingPiece, "from">,
  hearing: SpeechEngine,
  turn: TranscriptionJob,
  told: (share: number) => void,
): Promise<Segment[]> {
  const { seconds } = whole;
  const speakers = new Speakers(whole);
  const segments: Segment[] = [];
  const { piece: most } = limits;
  for (let from = 0; from < seconds - REST; from += most) {
    turn.signal?.throwIfAborted();
    const piece = { ...whole, from, seconds: Math.min(most, seconds - from) };
    const onProgress = (share: number) => told(Math.min(1, (from + share * piece.seconds) / seconds));
    const heard = await transcribePiece(piece, hearing, { ...turn, onProgress }, speakers.known);
    const shifted = heard
      .filter(({ text }) => hasSpeech(text))
      .map(({ from: start, to, words, ...segment }) => ({
        ...segment,
        from: from + start,
        to: from + to,
        ...(words && { words: words.map((word) => ({ ...word, from: from + word.from })) }),
      }));
    segments.push(...(await speakers.named(shifted, from + most < seconds - REST, turn.signal)));
    told(Math.min(1, (from + most) / seconds));
  }
  return segments;
}

export async function hasDraftEngineOnly(groupId: string): Promise<boolean> {
  try {
    return "program" in chooseSpeechEngine(config(), await listGroupConnections(groupId));
  } catch (error) {
    if (error instanceof ModelError) return true;
    throw error;
  }
}

type TranscriptionJob = {
  groupId: string;
  signal?: AbortSignal;
  hints?: Hints;
  translate?: boolean;
  /** Called only for models that report progress, with the share from 0 to 1. */
  onProgress?: (share: number) => void;
  onTold?: Recorded["onTold"];
};
type RecordingPiece = { path: string; track?: number; from: number; seconds: number };

/**
 * Transcribes a range of a file. Times are relative to the beginning of the range.
 * @param voices speakers of earlier pieces
 * @throws as `transcribe`
 */
export async function transcribePiece(
  piece: RecordingPiece,
  hearing: SpeechEngine,
  turn: TranscriptionJob,
  voices: KnownVoice[] = [],
): Promise<Segment[]> {
  const { signal, hints, translate, onProgress, onTold } = turn;
  const { path, ...stretch } = piece;
  const { seconds } = stretch;
  if ("program" in hearing) {
    const wav = await extractAudio(path, { ...stretch, as: "wav", signal });
    return runInTurn(() => transcribeOffline(hearing.program, wav, { seconds, signal }), turn);
  }
  if ("whisper" in hearing) {
    const wav = await extractAudio(path, { ...stretch, as: "wav", signal });
    const onLanguage = (language: string) => onTold?.({ language, segments: [], words: [] }, piece.from);
    const how = { ...hints, translate, seconds, signal, onProgress, onLanguage };
    return runInTurn(() => hearing.whisper.hear(wav, how), turn);
  }
  const recording = await extractSound(path, { ...stretch, signal });
  if (recording.bytes.length === 0) return [];
  const { text, segments, told } = await hearing.transcriber.transcribe(
    { ...recording, hints },
    voices,
    signal,
  );
  onTold?.(told, piece.from);
  return segments?.length ? segments : [{ from: 0, to: seconds, text }];
}

/** Expects a document that the caller may read. */
export async function findTranscript({ id }: { id: number }): Promise<Transcript | undefined> {
  const transcriptText = await findTranscriptText(id);
  return transcriptText && parseTranscript(transcriptText);
}

export const storeTranscript = ({ id }: { id: number }, transcript: Transcript): Promise<void> =>
  storeTranscriptText(id, toDocumentText(transcript));
