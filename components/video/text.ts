export type Section = { title: string; body: string };
export type TimelineEntry = { seconds: number; time: string; text: string };

export const parseSections = (text: string): Section[] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = "", ...lines] = part.split("\n");
      return { title: title.trim(), body: lines.join("\n").trim() };
    });

export function parseTimeline(body: string): TimelineEntry[] | undefined {
  const lines = body.split("\n").filter((line) => line.trim() !== "");
  const entries = lines.map((line) => {
    const [, time, end = "", text] =
      /^[-*] (\d{1,3}(?::\d{2}){1,2})(–\d{1,3}(?::\d{2}){1,2})? (.*)$/.exec(line) ?? [];
    if (time === undefined || text === undefined) return undefined;
    const seconds = time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
    return { seconds, time: time + end, text };
  });
  return entries.length > 0 && entries.every((entry) => entry !== undefined) ? entries : undefined;
}

// Tokens per picture, and per second of a full video (one picture plus sound), according to the providers. The other
// method takes `PICTURES` pictures from each part of `PART_SECONDS`.
const PICTURE = 258;
const WHOLE_SECOND = 300;
const PICTURES = 24;
const PART_SECONDS = 600;
// Tokens per second of fast speech.
const SPOKEN_SECOND = 4;

/**
 * Estimates the maximum number of input tokens.
 * @param seconds Duration of the video
 */
export function estimateTokens(method: "full_video" | "frames_plus_audio", seconds: number): number {
  const tokens =
    method === "full_video"
      ? seconds * WHOLE_SECOND
      : Math.max(1, Math.round(seconds / PART_SECONDS)) * PICTURES * PICTURE + seconds * SPOKEN_SECOND;
  const digits = 10 ** Math.max(2, Math.floor(Math.log10(Math.max(1, tokens))) - 1);
  return Math.ceil(tokens / digits) * digits;
}
