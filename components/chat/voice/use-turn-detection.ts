import { useEffect } from "react";
import { TurnDetector } from "./turn-detector";
import type { Microphone } from "./use-microphone";

const TICK = 100;
// Listening pauses after this much silence.
const MAX_SILENCE_SECONDS = 60;
// A turn of this length is sent without waiting for a pause.
const MAX_TURN_SECONDS = 300;
// Ticks during which the volume of the spoken reply in the microphone is measured; interruptions must be louder.
const ECHO_SAMPLE_TICKS = 8;
// While a reply is spoken, the recording is discarded every this many ticks, unless someone speaks.
const RESTART_TICKS = 15;

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
      if (ticks <= ECHO_SAMPLE_TICKS) loudest = Math.max(loudest, level);
      if (ticks === ECHO_SAMPLE_TICKS) detector = new TurnDetector(loudest);
      if (ticks <= ECHO_SAMPLE_TICKS) return;
      // The recording already contains the beginning of the interruption, so it isn't restarted.
      if (detector.hear(level) === "speaking") interrupt();
      else if (ticks % RESTART_TICKS === 0 && level <= loudest) recorder.restart();
    };
    const timer = setInterval(tick, TICK);
    return () => clearInterval(timer);
  }, [isOpen, turn, interrupt, send, microphone, setLevel, setTurn]);
}
