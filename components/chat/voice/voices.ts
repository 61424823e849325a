import { buildPath, call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { MAX_SPEECH_LENGTH, speechApi } from "@/lib/replies/text-to-speech/operations";

export type Saying = {
  /** Resolves when the speech has ended or was stopped; rejects on failure. */
  ended: Promise<void>;
  stop: () => void;
};

export type SpeechVoice = {
  /** @param rate Speed, where 1 is normal */
  say: (text: string, rate: number) => Saying;
  prepare: (text: string) => void;
  /** Maximum length of an utterance in UTF-16 code units; 0 means one sentence. */
  longest: number;
};

export type Abilities = AnswerOf<typeof speechApi.getSpeechAbilities>;
let known: Promise<Abilities> | undefined;
export function getAbilities(): Promise<Abilities> {
  known ??= call(speechApi.getSpeechAbilities);
  known.catch(() => {
    known = undefined;
  });
  return known;
}

export async function voiceFor(language: string): Promise<SpeechVoice | undefined> {
  const canSpeak = await getAbilities().then(
    ({ speaks }) => speaks,
    () => false,
  );
  if (canSpeak) return providerVoice();
  return "speechSynthesis" in window ? browserVoice(language) : undefined;
}

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

export function browserVoice(language: string): SpeechVoice {
  return {
    // One sentence at a time: Chromium stops speaking longer utterances.
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

function providerVoice(): SpeechVoice {
  const sounds = new Map<string, Promise<Blob>>();
  const getSound = (text: string, signal?: AbortSignal) => {
    const sound = sounds.get(text) ?? fetchSound(text, signal);
    sounds.set(text, sound);
    return sound;
  };
  return {
    longest: Math.min(400, MAX_SPEECH_LENGTH),
    prepare: (text) => void getSound(text).catch(() => sounds.delete(text)),
    say(text, rate) {
      const player = new Audio();
      let isStopped = false;
      let finish = () => {};
      const over = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const play = async () => {
        const sound = await getSound(text).finally(() => sounds.delete(text));
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
  const response = await fetch(buildPath(speechApi.speak, {}), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
    signal,
  });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return response.blob();
}
