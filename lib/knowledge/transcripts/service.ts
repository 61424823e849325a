import { extractAudio, MediaError, probe, runInTurn } from "@/lib/ai/media/service";
import {
  chooseHearing,
  type Hints,
  hasSpeech,
  hearOffline,
  type KnownVoice,
  ModelError,
  type ReportedTimes,
  type Segment,
  type SpeechEngine,
} from "@/lib/ai/models/service";
import { listGroupConnections } from "@/lib/ai/providers/service";
import { keepTranscript, transcriptText } from "@/lib/knowledge/documents/service";
import { config } from "@/lib/platform/config";
import { localCopy } from "@/lib/platform/storage/service";
import { extractSound, Speakers } from "./speakers";
import { type Transcript, toDocumentText, transcriptIn } from "./text";
import { chosenTracks } from "./tracks";

export type { Segment } from "@/lib/ai/models/service";
export { clock, DRAFT, formatLine, ON_SCREEN, type Transcript } from "./text";
export { chosenTracks } from "./tracks";

export type Recorded = ({ path: string } | { key: string }) & {
  /** Whose speech provider listens. */
  groupId: string;
  signal?: AbortSignal;
  hints?: Hints;
  /** Into English, by models that can. */
  translate?: boolean;
  /** Which sound tracks, as `chosenTracks` takes them; the main one without it. */
  tracks?: string | null;
  /** Hears how much is transcribed, in percent. */
  onProgress?: (percent: number) => void;
  /** Hears what the model tells of each piece, in its own words. @param from Where the piece begins, in seconds */
  onTold?: (told: ReportedTimes, from: number) => void;
};

/** Speech servers take files of 25 MB, and answer within minutes. In seconds. */
export const limits = { piece: 600 };
/** What is left behind the last piece is no piece of its own. */
const REST = 0.5;

/**
 * What is said in a video or a recording, piece by piece with its times, who says it where the model tells, and in which
 * track where several are heard. No segments when it has no sound, or nothing is said.
 * @throws ModelError `not_configured` without a speech provider or an engine on this machine, others when it fails;
 *   MediaError for a file that cannot be read, is too long or has no such track; the reason of the signal
 */
export async function transcribe(recorded: Recorded): Promise<Transcript & { seconds: number }> {
  const { groupId, signal, hints, translate, tracks = null, onProgress, onTold, ...at } = recorded;
  const hearing = chooseHearing(config(), await listGroupConnections(groupId));
  const isDraft = "program" in hearing;
  const { path, dispose } =
    "path" in at ? { path: at.path, dispose: async () => {} } : await localCopy(at.key);
  try {
    const facts = await probe(path, { signal });
    const { seconds, hasAudio } = facts;
    const { VIDEO_MAX_MINUTES: minutes } = config();
    if (seconds > minutes * 60) throw new MediaError(`It is longer than ${minutes} minutes.`);
    if (!hasAudio && tracks === null) return { segments: [], isDraft, seconds };
    const chosen = chosenTracks(facts.tracks, tracks);
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

/** What is said in one track. @param told hears which share of it is done */
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
    const heard = await hearPiece(piece, hearing, { ...turn, onProgress }, speakers.known);
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

/** Whether nothing listens that would understand more than the engine that makes drafts. */
export async function hearsDraftsOnly(groupId: string): Promise<boolean> {
  try {
    return "program" in chooseHearing(config(), await listGroupConnections(groupId));
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
  /** Hears which share of the piece is done, of models that tell. */
  onProgress?: (share: number) => void;
  onTold?: Recorded["onTold"];
};
type RecordingPiece = { path: string; track?: number; from: number; seconds: number };

/**
 * What is said in a stretch of a file, with times from its beginning.
 * @param voices who was heard before
 * @throws as `transcribe`
 */
export async function hearPiece(
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
    return runInTurn(() => hearOffline(hearing.program, wav, { seconds, signal }), turn);
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

/**
 * The transcript that a document has already, of whoever made it; undefined when it has none. The caller has shown
 * that the document may be read.
 */
export async function findTranscript({ id }: { id: number }): Promise<Transcript | undefined> {
  const found = await transcriptText(id);
  return found && transcriptIn(found);
}

/** Makes a transcript the text of its document, which is then indexed like any other. */
export const keep = ({ id }: { id: number }, transcript: Transcript): Promise<void> =>
  keepTranscript(id, toDocumentText(transcript));
