import { useEffect } from "react";
import { TurnDetector } from "./turn-detector";
import type { Microphone } from "./use-microphone";

const TICK = 100;
// After this silence listening pauses.
const MAX_SILENCE_SECONDS = 60;
// A longer turn is sent without a pause.
const MAX_TURN_SECONDS = 300;
// Ticks during which the volume of the spoken reply in the microphone is measured; interruptions must be louder.
const LEARNED = 8;
// Ticks after which the recording is discarded while a reply is spoken.
const FORGOTTEN = 15;

export type ConversationTurn =
  | "starting"
  | "listening"
  | "sending"
  | "thinking"
  | "speaking"
  | "resting"
  | "failed";

type TurnDetectionOptions = {
  turn: ConversationTurn;
  setTurn: (turn: ConversationTurn) => void;
  send: () => Promise<void>;
  interrupt: () => void;
};

export function useTurnDetection(
  { recorder: microphone, isOpen, setLevel }: Microphone,
  { turn, setTurn, send, interrupt }: TurnDetectionOptions,
): void {
  useEffect(() => {
    if (!isOpen) return;
    let ticks = 0;
    let loudest = 0;
    let detector = new TurnDetector();
    const tick = () => {
      const recorder = microphone.current;
      if (!recorder) return;
      const level = recorder.level();
      setLevel(level);
      ticks++;
      if (turn === "listening") {
        const heard = detector.hear(level);
        const seconds = recorder.seconds();
        if (heard === "ended" || (heard === "speaking" && seconds > MAX_TURN_SECONDS)) void send();
        else if (heard === "waiting" && seconds > MAX_SILENCE_SECONDS) setTurn("resting");
        return;
      }
      if (ticks <= LEARNED) loudest = Math.max(loudest, level);
      if (ticks === LEARNED) detector = new TurnDetector(loudest);
      if (ticks <= LEARNED) return;
      // The recording contains the beginning of the interruption.
      if (detector.hear(level) === "speaking") interrupt();
      else if (ticks % FORGOTTEN === 0 && level <= loudest) recorder.restart();
    };
    const timer = setInterval(tick, TICK);
    return () => clearInterval(timer);
  }, [isOpen, turn, interrupt, send, microphone, setLevel, setTurn]);
}
