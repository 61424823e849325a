import { silence } from "../sound";

/** What is said in every film, and when, in seconds from the beginning of the piece that is sent. */
export const FILM = [
  { start: 0, end: 1.5, text: " The harbour wall is painted blue." },
  { start: 1.5, end: 3, text: " The lighthouse keeper counts seven boats." },
];

let spoken = "";
/** What is said into the pretended microphone of a browser, whose recordings (WebM) do not tell. */
export function setSpoken(words: string): void {
  spoken = words;
}

/**
 * What the stand-in model server hears: a recording says what follows `says:` in its bytes, others what was set.
 * Sound that was made by a program, which has no such words, says `FILM`.
 * The model `whisper-local` only transcribes, like many servers: for `translations` there is nothing (undefined).
 * Times are told where they are asked for (`verbose_json`), those of words too, but not by `gpt-4o-transcribe`, which
 * refuses that, and who speaks by `gpt-4o-transcribe-diarize`: two voices; when it is told of known ones, the second of
 * them and somebody new.
 * @param form the multipart body
 * @returns the answer, with a status that is not 200
 */
export function heard(path: string, form: string): object | undefined {
  const words = /says:([^\r\n]*)/.exec(form)?.[1];
  const isSound = /\r\n\r\n(RIFF|ID3|OggS|\ufffd\ufffd)/.test(form);
  const segments = words === undefined && isSound ? FILM : [{ start: 0, end: 2, text: words ?? spoken }];
  const said = segments.map(({ text }) => text).join("");
  const [, model] = /name="model"\r\n\r\n(\S+)/.exec(form) ?? [];
  const asksTimes = form.includes("verbose_json");
  if (path.endsWith("/transcriptions")) {
    if (form.includes("diarized_json")) return bySpeaker(form);
    if (!asksTimes) return { text: ` ${said}\n` };
    if (model === "gpt-4o-transcribe") return { status: 400, error: { message: "response_format" } };
    const words = form.includes("timestamp_granularities") ? segments.flatMap(wordsOf) : undefined;
    const all = segments.map((segment) => ({
      ...segment,
      seek: 0,
      avg_logprob: -0.25,
      tokens: [50364, 440],
    }));
    return { text: ` ${said}\n`, language: "english", duration: 3, segments: all, words };
  }
  return model === "whisper-1" ? { text: `In English: ${said}` } : undefined;
}

/** As OpenAI tells words: without their punctuation. */
function wordsOf({ start, end, text }: (typeof FILM)[number]) {
  const words = text.match(/\w+/g) ?? [];
  const each = (end - start) / words.length;
  return words.map((word, at) => ({ word, start: start + at * each, end: start + (at + 1) * each }));
}

function bySpeaker(form: string) {
  const known = [...form.matchAll(/name="known_speaker_names\[\]"\r\n\r\n([^\r]*)/g)].map(
    ([, name]) => name!,
  );
  const samples = form.match(/name="known_speaker_references\[\]"\r\n\r\ndata:audio\/mpeg;base64,\w/g) ?? [];
  if (samples.length !== known.length || !form.includes("chunking_strategy"))
    return { status: 400, error: { message: "known_speaker_references" } };
  const [one, two] = known.length > 1 ? [known[1], "A"] : ["A", "B"];
  const segments = [
    { start: 0, end: 2.5, speaker: one, text: FILM[0]!.text },
    { start: 2.5, end: 5, speaker: two, text: FILM[1]!.text },
  ];
  return { text: segments.map(({ text }) => text).join(""), segments };
}

/** What was to be spoken, oldest first, with the voices. */
export const toldToSpeak: { input: string; voice: string; model: string }[] = [];

/** The stand-in speaks without a sound, the longer the text the longer. */
export function spokenAloud(body: string): Buffer {
  const told = JSON.parse(body) as (typeof toldToSpeak)[number];
  toldToSpeak.push(told);
  return silence(0.1 + told.input.length / 100);
}
