import { readPictureText } from "@/lib/ai/extraction/service";
import { enlargePicture, runInTurn, sample } from "@/lib/ai/media/service";
import type { Segment } from "@/lib/ai/models/service";
import { findTranscript, formatLine, ON_SCREEN } from "@/lib/knowledge/transcripts/service";
import { readers } from "./asking";
import { type Screen, thinned, type VideoPart } from "./parts";
import * as queries from "./queries";
import { step } from "./run";

/** Text that a video shows is read for models that see no pictures, and for the search. */

/** Of a video with more scenes so many are read, evenly spread. */
const MAX_SCREENS = 60;
/** Of one picture, in characters. */
const MAX_SCREEN_TEXT_LENGTH = 1500;
/** Shorter words are mostly no text but a pattern, and so are pictures with fewer letters in longer ones. */
const WORD = /\p{L}{3,}/gu;
const MIN_LETTERS = 10;

/** Reads the text on the keyframes: of a document, and of any video if the model that is asked sees nothing. */
export const readScreens = (id: string) =>
  step(id, async ({ row, found, signal, keep, progress, withFile }) => {
    if (found.written || found.screens) return;
    const [first] = await readers(row.groupId, row.model);
    const { groupId, documentId } = row;
    const isRead = documentId !== null && (await areRead({ groupId, documentId }));
    if (isRead || (row.documentId === null && first?.sees)) return keep({ screens: [] });
    const screens: Screen[] = [];
    await withFile(async (path) => {
      const moments = thinned(found.scenes ?? [], MAX_SCREENS);
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

/** Checks whether a document's transcript has them from an earlier conversion, or that found none. */
async function areRead({ groupId, documentId }: { groupId: string; documentId: number }): Promise<boolean> {
  if (await queries.isWithoutText({ groupId, documentId })) return true;
  const known = await findTranscript({ id: documentId });
  return known?.segments.some(({ text }) => text.startsWith(`${ON_SCREEN}: `)) ?? false;
}

function tidy(read: string): string {
  const lines = read.split("\n").map((line) => line.replace(/\s+/g, " ").trim());
  const text = lines.filter((line) => line.match(WORD)).join(" / ");
  const letters = text.match(WORD)?.join("").length ?? 0;
  return letters < MIN_LETTERS ? "" : text.slice(0, MAX_SCREEN_TEXT_LENGTH).toWellFormed();
}

/** As lines of a transcript. */
export const toSegments = (screens: Screen[] = []): Segment[] =>
  screens.map(({ seconds, text }) => ({ from: seconds, to: seconds, text, who: ON_SCREEN }));

/** What is shown in writing in a part, a line for each picture with its time. */
export const screenLines = ({ from, to }: VideoPart, screens: Screen[] = []): string =>
  toSegments(screens.filter(({ seconds }) => seconds >= from && seconds < to))
    .map(({ who: _, ...said }) => formatLine(said))
    .join("\n");
