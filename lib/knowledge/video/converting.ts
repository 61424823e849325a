import { brightenPicture, extractKeyframes, sample } from "@/lib/files/media/service";
import {
  findTranscript,
  hasDraftEngineOnly,
  storeTranscript as keepTranscript,
  type Segment,
  type Transcript,
  transcribe,
} from "@/lib/knowledge/transcripts/service";
import type { ModelErrorCode } from "@/lib/llm/models/contract";
import { type ModelChoice, ModelError, prepareVideo } from "@/lib/llm/models/service";
import { listGroupConnections } from "@/lib/llm/providers/service";
import { log } from "@/lib/platform/log";
import { openFile } from "@/lib/platform/storage/service";
import { ask, askFirst, listReadingModels, listWatchingModels } from "./ask-models";
import { type ConversionStep, complete, runStep } from "./conversion-steps";
import { toFiveSections } from "./headings";
import { formatTranscript, selectMoments, splitIntoParts, type VideoPart } from "./parts";
import * as prompts from "./prompts";
import { formatScreenLines, toSegments } from "./screen-text";

export { readScreens } from "./screen-text";

/**
 * The steps that convert a video to text. Each returns true while there is more to do, and skips work whose result an
 * earlier attempt has stored.
 */

// Longer videos exceed the context window of the models that watch videos.
const MAX_WATCHED_SECONDS = 55 * 60;
// For videos longer than this many seconds, only large changes of the picture count as scenes.
const LONG = 20 * 60;
// Errors that would recur with any request to the same provider.
const PROVIDER_WIDE_ERRORS: ModelErrorCode[] = ["unauthorized", "refused", "not_configured"];
// The maximum length of one part's notes in the prompt that merges them.
const MAX_NOTES_LENGTH = 8000;

const about = ({ row, found }: ConversionStep) => ({
  kind: row.kind,
  seconds: found.facts.seconds,
  extra: row.extraInstructions,
});
const asker = ({ row, found }: ConversionStep) => ({
  groupId: row.groupId,
  userId: row.userId,
  chatId: found.chatId,
});

/** Lets a model watch the whole video if the method and the available models allow it. */
export const watch = (id: string) =>
  runStep(id, async (run) => {
    const { row, found, keep, progress } = run;
    const { seconds } = found.facts;
    const isWhole = row.method === "full_video" && row.audioTrack === null;
    if (found.written || !isWhole || seconds > MAX_WATCHED_SECONDS) return;
    const models = await listWatchingModels(row.groupId, row.model);
    if (models.length === 0) return;
    await progress("watching");
    const others = await listReadingModels(row.groupId, row.model);
    const hopeless = new Set(found.failed);
    try {
      const written = await askFirst(models, new Set(), async (model) => {
        const text = await writeFromVideo(run, model).catch((error) => {
          // A model that can't watch the video may still read its pictures, unless its provider fails for any
          // request.
          if (error instanceof ModelError && PROVIDER_WIDE_ERRORS.includes(error.code))
            for (const { id, connection } of others) if (connection === model.connection) hopeless.add(id);
          throw error;
        });
        return { text, model: model.id, method: "full_video" as const };
      });
      return await keep({ written });
    } catch (error) {
      if (!(error instanceof ModelError) || error.code === "used_up") throw error;
      // No other model is left to read the pictures, so the conversion fails with this error.
      if (others.every(({ id }) => hopeless.has(id))) throw error;
      log.warn({ conversion: id, reason: error.message }, "a whole video could not be watched");
      await keep({ failed: [...hopeless] });
    }
  });

async function writeFromVideo(run: ConversionStep, model: ModelChoice): Promise<string> {
  const { row, found, signal } = run;
  const file = { mediaType: row.mimeType, size: found.size, open: () => openFile(row.storageKey) };
  const { video, dispose } = await prepareVideo(model, await listGroupConnections(row.groupId), file, signal);
  try {
    const { instructions, text } = prompts.buildWholePrompt(about(run));
    const message = { role: "user" as const, text, video };
    return await ask(asker(run), model, { instructions, message, seconds: found.facts.seconds }, signal);
  } finally {
    await dispose();
  }
}

export const findScenes = (id: string) =>
  runStep(id, async ({ row, found, signal, keep, progress, withFile }) => {
    if (found.written || found.scenes) return;
    await progress("scenes");
    const sensitivity = found.facts.seconds > LONG ? ("low" as const) : ("medium" as const);
    const onProgress = (percent: number) => void progress("scenes", { percent });
    const scenes = await withFile((path) =>
      extractKeyframes(path, { groupId: row.groupId, sensitivity, signal, onProgress }),
    );
    await keep({ scenes: scenes.map(({ seconds }) => seconds) });
  });

/** Transcribes the sound unless the document has a transcript. */
export const listen = (id: string) =>
  runStep(id, async ({ row, found, signal, keep, progress, withFile }) => {
    if (found.written || found.transcript) return;
    const isMain = row.audioTrack === null;
    const known = row.documentId === null ? undefined : await findTranscript({ id: row.documentId });
    const isBest = known && (!known.isDraft || (await hasDraftEngineOnly(row.groupId)));
    // A stored transcript doesn't say which tracks it covers, so it is used only for the main track.
    if (isBest && isMain) {
      await keepScreens(row.documentId, known, found.screens);
      return keep({ transcript: known.segments, isDraft: known.isDraft });
    }
    if (!found.facts.hasAudio) {
      await keepScreens(row.documentId, known, found.screens);
      return keep({ transcript: [] });
    }
    await progress("transcript");
    const onProgress = (percent: number) => void progress("transcript", { percent });
    try {
      const { segments, isDraft } = await withFile((path) =>
        transcribe({ path, groupId: row.groupId, tracks: row.audioTrack, signal, onProgress }),
      );
      await keep({ transcript: segments, isDraft });
      // The transcript is stored with the document for later conversions.
      if (row.documentId !== null && segments.length > 0 && (isMain || !isBest))
        await keepTranscript({ id: row.documentId }, { segments: inOrder(segments, found.screens), isDraft });
    } catch (error) {
      // The text can be written from the pictures without a transcript.
      if (!(error instanceof ModelError)) throw error;
      await keep({ transcript: [], silence: error.message });
    }
  });

const inOrder = (segments: Segment[], screens: ConversionStep["found"]["screens"]) =>
  [...segments, ...toSegments(screens)].sort((a, b) => a.from - b.from);

// Adds on-screen text to the document's transcript, so that retrieval finds the text.
async function keepScreens(
  id: number | null,
  transcript: Transcript | undefined,
  screens: ConversionStep["found"]["screens"] = [],
): Promise<void> {
  if (id === null || screens.length === 0) return;
  const { segments = [], isDraft = false } = transcript ?? {};
  await keepTranscript({ id }, { segments: inOrder(segments, screens), isDraft });
}

/** Returns the number of parts of the video to process; 0 when the text exists already or the conversion has ended. */
export async function countParts(id: string): Promise<number> {
  let count = 0;
  await runStep(id, async ({ row, found }) => {
    if (found.written) return;
    const models = await usable(row, found);
    if (models.length === 0) throw nobodySees(found.silence);
    count = splitIntoParts(found.facts.seconds).length;
  });
  return count;
}

// Excludes models without vision support when the video has neither speech nor on-screen text.
const usable = async (
  { groupId, model }: ConversionStep["row"],
  { transcript = [], screens = [] }: ConversionStep["found"],
) =>
  (await listReadingModels(groupId, model)).filter(
    ({ sees }) => sees || transcript.length + screens.length > 0,
  );

const nobodySees = (silence: string | undefined) =>
  new ModelError(
    "not_configured",
    silence
      ? `No connected model can read images. ${silence}`
      : "No connected model can read images, and there is no speech or text in this video.",
  );

/**
 * Lets a model read one part: it takes notes or, for a single part, writes the text.
 * @param number from 1
 */
export const readPart = (id: string, number: number) =>
  runStep(id, async (run) => {
    const { row, found, keep, progress } = run;
    const name = `part ${number}` as const;
    if (found.written || found[name] !== undefined) return;
    const parts = splitIntoParts(found.facts.seconds);
    const part = parts[number - 1]!;
    await progress("reading", { part: number, parts: parts.length });
    const lines = formatTranscript(part, found.transcript ?? []);
    const screen = formatScreenLines(part, found.screens);
    const models = (await usable(row, found)).filter(({ sees }) => sees || lines || screen);
    if (models.length === 0) return keep({ [name]: "Nothing is said or written in this part." });
    const failed = new Set(found.failed);
    const pictures = models.some(({ sees }) => sees) ? await loadPictures(run, part) : [];
    const isAll = parts.length === 1;
    const { model, text } = await askFirst(models, failed, async (model) => {
      const images = model.sees ? pictures : [];
      const shown = { pictures: images.length, lines, screen: model.sees ? "" : screen };
      const { instructions, text } = isAll
        ? prompts.buildFramesPrompt(about(run), shown)
        : prompts.buildPartPrompt(about(run), part, shown);
      const message = { role: "user" as const, text, images };
      return { model, text: await ask(asker(run), model, { instructions, message }, run.signal) };
    });
    const written = { text, model: model.id, method: "frames_plus_audio" as const };
    const blind = found.blind || !model.sees;
    await keep({
      failed: [...failed],
      blind,
      ...(isAll ? { written } : { [name]: text.slice(0, MAX_NOTES_LENGTH) }),
    });
  });

async function loadPictures({ found, signal, withFile }: ConversionStep, part: VideoPart) {
  const moments = selectMoments(part, found.scenes ?? []);
  const frames = await withFile((path) => sample(path, { at: moments, signal }));
  return Promise.all(
    frames.map(async ({ seconds, jpeg }) => ({
      mediaType: "image/jpeg",
      data: await brightenPicture(jpeg),
      caption: prompts.formatCaption(seconds),
    })),
  );
}

export const merge = (id: string) =>
  runStep(id, async (run) => {
    const { row, found, keep, progress } = run;
    if (found.written) return;
    await progress("merging");
    const parts = splitIntoParts(found.facts.seconds);
    const notes = parts.map((part, at) => ({ part, text: found[`part ${at + 1}`] ?? "" }));
    const { instructions, text } = prompts.buildMergePrompt(about(run), notes);
    const failed = new Set(found.failed);
    const written = await askFirst(
      await listReadingModels(row.groupId, row.model),
      failed,
      async (model) => ({
        text: await ask(asker(run), model, { instructions, message: { role: "user", text } }, run.signal),
        model: model.id,
        method: "frames_plus_audio" as const,
      }),
    );
    await keep({ written, failed: [...failed] });
  });

export const finish = (id: string) =>
  runStep(id, async (run) => {
    const { row, found } = run;
    const { text, method } = found.written!;
    const remarks = method === "full_video" ? [] : prompts.buildRemarks(found);
    if (row.kind === "analysis") return complete(run, method, [text, ...remarks].join("\n\n"));
    const { seconds } = found.facts;
    let best = toFiveSections(text, seconds, remarks);
    if (best.missing.length > 0) {
      await run.progress("merging");
      const second = await repairText(run, text, best.missing).catch((error) => {
        if (error instanceof ModelError) return undefined;
        throw error;
      });
      const other = second && toFiveSections(second, seconds, remarks);
      if (other && other.missing.length < best.missing.length) best = other;
    }
    await complete(run, method, best.text);
  });

async function repairText(
  run: ConversionStep,
  text: string,
  missing: Parameters<typeof prompts.buildRepairPrompt>[2],
) {
  const { row, found, signal } = run;
  const { model: name, method } = found.written!;
  const all = method === "full_video" ? listWatchingModels : listReadingModels;
  const model = (await all(row.groupId, row.model)).find(({ id }) => id === name);
  if (!model) return undefined;
  const question = prompts.buildRepairPrompt(found.facts.seconds, text, missing);
  const message = { role: "user" as const, text: question.text };
  return ask(asker(run), model, { instructions: question.instructions, message }, signal);
}
