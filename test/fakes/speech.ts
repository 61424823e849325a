import { silence } from "../sound";

/** Speech in every film, with times in seconds from the start of the sent piece. */
export const FILM = [
  { start: 0, end: 1.5, text: " The harbour wall is painted blue." },
  { start: 1.5, end: 3, text: " The lighthouse keeper counts seven boats." },
];

let spoken = "";
/** Sets the speech of a browser's fake microphone, whose recordings (WebM) contain none. */
export function setSpoken(words: string): void {
  spoken = words;
}

/**
 * Transcribes for the fake model server. A recording contains its text after `says:`; others have the text that was
 * set, and generated audio has `FILM`.
 * The model `whisper-local` only transcribes, like many servers: its translations are undefined.
 * Returns times on request (`verbose_json`), also of words, except for `gpt-4o-transcribe`, which rejects that.
 * `gpt-4o-transcribe-diarize` returns two speakers; given known speakers, it returns the second of them and an
 * unknown one.
 * @param form multipart body
 * @returns the response, with a status unless 200
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
    const words = form.includes("timestamp_granularities") ? segments.flatMap(listWords) : undefined;
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

/** OpenAI returns words without punctuation. */
function listWords({ start, end, text }: (typeof FILM)[number]) {
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

/** Texts that were spoken with their voices, oldest first. */
export const spokenTexts: { input: string; voice: string; model: string }[] = [];

/** Returns silence whose length depends on the text. */
export function spokenAloud(body: string): Buffer {
  const told = JSON.parse(body) as (typeof spokenTexts)[number];
  spokenTexts.push(told);
  return silence(0.1 + told.input.length / 100);
}
