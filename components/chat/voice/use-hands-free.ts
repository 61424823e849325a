"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Outgoing } from "@/components/data/outbox";
import type { Message, ReplyRun } from "@/components/data/thread";
import { loadReader } from "./read-aloud";
import { useMicrophone } from "./use-microphone";
import { useReplySpeech } from "./use-reply-speech";
import { type ConversationTurn, useTurnDetection } from "./use-turn-detection";

type HandsFreeOptions = {
  outgoing: Outgoing[];
  runs: ReplyRun[];
  messages: Message[];
  onVoice: (voice: { translate: boolean; seconds: number }, recording: File) => void;
  onInterrupt: () => void;
};

/** Runs a voice conversation: listens until a pause, sends the recording, reads the reply aloud, and listens again. */
export function useHandsFree({ outgoing, runs, messages, onVoice, onInterrupt }: HandsFreeOptions) {
  const [turn, setTurn] = useState<ConversationTurn>("starting");
  const [attempt, setAttempt] = useState(0);
  // The microphone is on while listening, and while a reply is spoken, to detect interruptions.
  const microphone = useMicrophone(turn === "listening" || turn === "speaking", attempt);
  const { recorder, problem, setProblem } = microphone;
  const latest = useRef({ onVoice, onInterrupt, messages });
  latest.current = { onVoice, onInterrupt, messages };
  const sentAfter = useRef(0);
  const stopFollowing = useRef(() => {});

  const send = useCallback(async () => {
    const recording = recorder.current;
    if (!recording) return;
    recorder.current = undefined;
    sentAfter.current = latest.current.messages.at(-1)?.id ?? 0;
    const seconds = recording.seconds();
    const file = await recording.finish();
    latest.current.onVoice({ translate: false, seconds }, file);
    setTurn("sending");
  }, [recorder]);
  const listen = useCallback(() => {
    stopFollowing.current();
    stopFollowing.current = () => {};
    void loadReader().then((reader) => reader.stop());
    setProblem(undefined);
    setAttempt((count) => (recorder.current ? count : count + 1));
    setTurn("listening");
  }, [recorder, setProblem]);
  // Stops the speech and the run that produces the reply, and listens again.
  const interrupt = useCallback(() => {
    latest.current.onInterrupt();
    listen();
  }, [listen]);
  useEffect(() => {
    listen();
    return () => {
      stopFollowing.current();
      void loadReader().then((reader) => reader.stop());
    };
  }, [listen]);
  // A reply is spoken to its end even without a microphone.
  useEffect(() => {
    if (problem && turn === "listening") setTurn("failed");
  }, [problem, turn]);
  useTurnDetection(microphone, { turn, setTurn, send, interrupt });
  const isSending = turn === "sending";
  useReplySpeech({ outgoing, runs, messages }, { isSending, sentAfter, setTurn, listen, stopFollowing });

  const visibleTurn = turn === "listening" && !microphone.isOpen ? "starting" : turn;
  return { turn: visibleTurn, problem, level: microphone.level, listen, send, interrupt };
}
