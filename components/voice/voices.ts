import { call, pathOf } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { MAX_SPEECH_LENGTH, speechApi } from "@/lib/conversation/speech/contract";

/** Something that is said aloud. */
export type Saying = {
  /** Resolves when it is said or stopped; rejects when it cannot be said. */
  ended: Promise<void>;
  stop: () => void;
};

/** A voice that reads texts. */
export type Voice = {
  /** Begins to say a text. @param rate How fast: 1 is usual */
  say: (text: string, rate: number) => Saying;
  /** Lets it get a text ready that will be said next. */
  prepare: (text: string) => void;
  /** The longest text that is said at once, in UTF-16 units. */
  longest: number;
};

/** What speech models can do here; asked once. */
export type Abilities = AnswerOf<typeof speechApi.getSpeechAbilities>;
let known: Promise<Abilities> | undefined;
export function abilities(): Promise<Abilities> {
  known ??= call(speechApi.getSpeechAbilities);
  known.catch(() => {
    known = undefined;
  });
  return known;
}

/** The provider's voice, else one of the browser for this language; undefined when there is none. */
export async function voiceFor(language: string): Promise<Voice | undefined> {
  const canSpeak = await abilities().then(
    ({ speaks }) => speaks,
    () => false,
  );
  if (canSpeak) return providerVoice();
  return "speechSynthesis" in window ? browserVoice(language) : undefined;
}

/** The voice of the system that fits best: of the same region, else of the same language. */
export function bestVoice<V extends Pick<SpeechSynthesisVoice, "lang" | "default">>(
  voices: V[],
  language: string,
): V | undefined {
  const tag = (lang: string) => lang.replace("_", "-").toLowerCase();
  const [wanted = ""] = tag(language).split("-");
  const same = voices.filter(({ lang }) => tag(lang).split("-")[0] === wanted);
  const region = same.find(({ lang }) => tag(lang) === tag(language));
  return region ?? same.find((voice) => voice.default) ?? same[0];
}

export function browserVoice(language: string): Voice {
  return {
    // A sentence each: Chromium falls silent in the midst of longer texts.
    longest: 0,
    prepare: () => {},
    say(text, rate) {
      const utterance = new SpeechSynthesisUtterance(text);
      utterance.lang = language;
      utterance.rate = rate;
      const voice = bestVoice(speechSynthesis.getVoices(), language);
      if (voice) utterance.voice = voice;
      let stop = () => {};
      const ended = new Promise<void>((resolve, reject) => {
        utterance.onend = () => resolve();
        utterance.onerror = ({ error }) =>
          error === "canceled" || error === "interrupted" ? resolve() : reject(new Error(error));
        stop = () => {
          resolve();
          speechSynthesis.cancel();
        };
      });
      speechSynthesis.speak(utterance);
      return { ended, stop: () => stop() };
    },
  };
}

/** Sound that is still to be played, by its text. */
function providerVoice(): Voice {
  const sounds = new Map<string, Promise<Blob>>();
  const soundOf = (text: string, signal?: AbortSignal) => {
    const sound = sounds.get(text) ?? fetchSound(text, signal);
    sounds.set(text, sound);
    return sound;
  };
  return {
    longest: Math.min(400, MAX_SPEECH_LENGTH),
    prepare: (text) => void soundOf(text).catch(() => sounds.delete(text)),
    say(text, rate) {
      const player = new Audio();
      let isStopped = false;
      let finish = () => {};
      const over = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const play = async () => {
        const sound = await soundOf(text).finally(() => sounds.delete(text));
        if (isStopped) return;
        const url = URL.createObjectURL(sound);
        player.src = url;
        player.playbackRate = rate;
        const ended = new Promise<void>((resolve, reject) => {
          player.onended = () => resolve();
          player.onerror = () => reject(new Error("The sound could not be played."));
        });
        await player.play();
        await Promise.race([ended, over]).finally(() => URL.revokeObjectURL(url));
      };
      return {
        ended: Promise.race([play(), over]),
        stop: () => {
          isStopped = true;
          player.pause();
          finish();
        },
      };
    },
  };
}

async function fetchSound(text: string, signal?: AbortSignal): Promise<Blob> {
  const response = await fetch(pathOf(speechApi.speak, {}), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
    signal,
  });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return response.blob();
}
