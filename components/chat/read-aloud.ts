import { languageOf, spokenSentences } from "./spoken";

/**
 * Reads a text aloud, in the voice that the browser has for its language; what was read before ends.
 * Answers with a function that stops it. `onEnd` is called once, however it ends.
 */
export function readAloud(text: string, onEnd: () => void): () => void {
  const language = languageOf(text, document.documentElement.lang || "en");
  const sentences = spokenSentences(text, language);
  const voices = speechSynthesis.getVoices();
  const voice = voices.find(({ lang }) => lang.replace("_", "-").startsWith(language.slice(0, 2)));
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    if (stopCurrent === stop) stopCurrent = undefined;
    onEnd();
  };
  const stop = () => {
    if (isOver) return;
    end();
    speechSynthesis.cancel();
  };
  const next = () => {
    const sentence = sentences.shift();
    if (isOver) return;
    if (!sentence) return end();
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = language;
    if (voice) utterance.voice = voice;
    utterance.onend = next;
    utterance.onerror = end;
    speechSynthesis.speak(utterance);
  };
  stopCurrent?.();
  stopCurrent = stop;
  // Whatever a page before this one left in the queue.
  speechSynthesis.cancel();
  next();
  return stop;
}

let stopCurrent: (() => void) | undefined;
