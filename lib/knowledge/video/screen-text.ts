import { readPictureText } from "@/lib/files/extraction/service";
import { enlargePicture, runInTurn, sample } from "@/lib/files/media/service";
import { findTranscript, formatLine, ON_SCREEN } from "@/lib/knowledge/transcripts/service";
import type { Segment } from "@/lib/llm/models/service";
import { listReadingModels } from "./ask-models";
import { runStep } from "./conversion-steps";
import { type Screen, selectEvenly, type VideoPart } from "./parts";
import * as queries from "./queries";

const MAX_SCREENS = 60;
const MAX_SCREEN_TEXT_LENGTH = 1500;
// Shorter words are mostly patterns that were misread as text. The same applies to pictures with fewer than
// `MIN_LETTERS` letters in longer words.
const WORD = /\p{L}{3,}/gu;
const MIN_LETTERS = 10;

/** Reads the text of keyframes: for documents always, for uploads only when the first model has no vision support. */
export const readScreens = (id: string) =>
  runStep(id, async ({ row, found, signal, keep, progress, withFile }) => {
    if (found.written || found.screens) return;
    const [first] = await listReadingModels(row.groupId, row.model);
    const { groupId, documentId } = row;
    const isRead = documentId !== null && (await areScreensRead({ groupId, documentId }));
    if (isRead || (row.documentId === null && first?.sees)) return keep({ screens: [] });
    const screens: Screen[] = [];
    await withFile(async (path) => {
      const moments = selectEvenly(found.scenes ?? [], MAX_SCREENS);
      for (const [n, seconds] of moments.entries()) {
        await progress("screens", { percent: (100 * n) / moments.length });
        const [picture] = await sample(path, { at: [seconds], signal });
        if (!picture) continue;
        const bytes = await enlargePicture(picture.jpeg);
        const file = { bytes, mimeType: "image/jpeg", groupId };
        const text = tidy(await runInTurn(() => readPictureText(file, { signal }), { groupId, signal }));
        if (text && text !== screens.at(-1)?.text) screens.push({ seconds, text });
      }
    });
    await keep({ screens, showsNoText: screens.length === 0 });
  });

// Checks whether an earlier conversion has added on-screen text to a document's transcript, or has found none.
async function areScreensRead({
  groupId,
  documentId,
}: {
  groupId: string;
  documentId: number;
}): Promise<boolean> {
  if (await queries.isWithoutText({ groupId, documentId })) return true;
  const transcript = await findTranscript({ id: documentId });
  return transcript?.segments.some(({ text }) => text.startsWith(`${ON_SCREEN}: `)) ?? false;
}

function tidy(read: string): string {
  const lines = read.split("\n").map((line) => line.replace(/\s+/g, " ").trim());
  const text = lines.filter((line) => line.match(WORD)).join(" / ");
  const letters = text.match(WORD)?.join("").length ?? 0;
  return letters < MIN_LETTERS ? "" : text.slice(0, MAX_SCREEN_TEXT_LENGTH).toWellFormed();
}

export const toSegments = (screens: Screen[] = []): Segment[] =>
  screens.map(({ seconds, text }) => ({ from: seconds, to: seconds, text, who: ON_SCREEN }));

export const formatScreenLines = ({ from, to }: VideoPart, screens: Screen[] = []): string =>
  toSegments(screens.filter(({ seconds }) => seconds >= from && seconds < to))
    .map(({ who: _, ...said }) => formatLine(said))
    .join("\n");
