"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { followRun } from "@/components/data/follow-run";
import type { Outgoing } from "@/components/data/outbox";
import { getQuestionId, type Message, type ReplyRun } from "@/components/data/thread";
import type { Key } from "@/lib/platform/words/screens";
import { loadReader } from "./read-aloud";
import { type Recorder, record } from "./recorder";
import { detectLanguage, splitIntoSpokenSentences } from "./spoken";
import { TurnDetector } from "./turn-detector";

export type ConversationTurn =
  | "starting"
  | "listening"
  | "sending"
  | "thinking"
  | "speaking"
  | "resting"
  | "failed";

type HandsFreeOptions = {
  outgoing: Outgoing[];
  runs: ReplyRun[];
  messages: Message[];
  onVoice: (voice: { translate: boolean; seconds: number }, recording: File) => void;
  onInterrupt: () => void;
};

const TICK = 100;
// After this silence listening pauses.
const MAX_SILENCE_SECONDS = 60;
// A longer turn is sent without a pause.
const MAX_TURN_SECONDS = 300;
// Ticks during which the volume of the spoken reply in the microphone is measured; interruptions must be louder.
const LEARNED = 8;
// Ticks after which the recording is discarded while a reply is spoken.
const FORGOTTEN = 15;

/** Runs a voice conversation: listens until a pause, sends the recording, reads the reply aloud, and listens again. */
export function useHandsFree({ outgoing, runs, messages, onVoice, onInterrupt }: HandsFreeOptions) {
  const [turn, setTurn] = useState<ConversationTurn>("starting");
  const [problem, setProblem] = useState<Key<"voice">>();
  const [level, setLevel] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const microphone = useRef<Recorder>(undefined);
  const given = useRef({ onVoice, onInterrupt, messages });
  given.current = { onVoice, onInterrupt, messages };
  const sentAfter = useRef(0);
  const stopFollowing = useRef(() => {});
  const followed = useRef(new Set<string>());

  const send = useCallback(async () => {
    const recorder = microphone.current;
    if (!recorder) return;
    microphone.current = undefined;
    sentAfter.current = given.current.messages.at(-1)?.id ?? 0;
    const seconds = recorder.seconds();
    const file = await recorder.finish();
    given.current.onVoice({ translate: false, seconds }, file);
    setTurn("sending");
  }, []);
  const listen = useCallback(() => {
    stopFollowing.current();
    stopFollowing.current = () => {};
    void loadReader().then((reader) => reader.stop());
    setProblem(undefined);
    setAttempt((count) => (microphone.current ? count : count + 1));
    setTurn("listening");
  }, []);
  // Stops speaking and also the run.
  const interrupt = useCallback(() => {
    given.current.onInterrupt();
    listen();
  }, [listen]);
  useEffect(() => {
    listen();
    return () => {
      stopFollowing.current();
      void loadReader().then((reader) => reader.stop());
    };
  }, [listen]);

  // The microphone is on while listening, and while a reply is spoken, to detect interruptions.
  const hears = turn === "listening" || turn === "speaking";
  useEffect(() => {
    if (!hears) return;
    let isWanted = true;
    const fail = (why: Key<"voice">) => {
      microphone.current = undefined;
      if (isWanted) setProblem(why);
    };
    record(() => fail("microphoneLost")).then(
      (begun) => {
        if (typeof begun === "string") return fail(begun);
        if (!isWanted) return begun.discard();
        microphone.current = begun;
        setOpen(true);
      },
      () => fail("cannotStart"),
    );
    return () => {
      isWanted = false;
      setOpen(false);
      setLevel(0);
      microphone.current?.discard();
      microphone.current = undefined;
    };
  }, [hears, attempt]);
  // A reply is spoken to its end even without a microphone.
  useEffect(() => {
    if (problem && turn === "listening") setTurn("failed");
  }, [problem, turn]);
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
  }, [isOpen, turn, interrupt, send]);

  const getReader = useCallback(() => {
    let count = 0;
    let language: string | undefined;
    return async (text: string, isWhole: boolean) => {
      const reader = await loadReader();
      const page = document.documentElement.lang || "en";
      const all = splitIntoSpokenSentences(text, language ?? page);
      // The last sentence may be incomplete.
      const ready = isWhole ? all : all.slice(0, -1);
      if (ready.length === 0 && language === undefined) return isWhole ? listen() : undefined;
      if (language === undefined) {
        language = detectLanguage(text, page);
        setTurn("speaking");
        reader.begin(language, (error) => {
          // After an interruption it is already listening.
          setTurn((now) => (now === "speaking" ? (error ? "failed" : "listening") : now));
        });
      }
      reader.push(ready.slice(count), isWhole);
      count = Math.max(count, ready.length);
    };
  }, [listen]);

  const isSending = turn === "sending";
  const refused = isSending && outgoing.at(-1)?.failure !== undefined;
  const run = isSending
    ? runs.find(({ streaming_task_id }) => !followed.current.has(streaming_task_id))?.streaming_task_id
    : undefined;
  const reply = isSending
    ? messages.find((message) => (getQuestionId(message) ?? 0) > sentAfter.current)
    : undefined;
  useEffect(() => {
    if (refused) setTurn("failed");
  }, [refused]);
  useEffect(() => {
    if (run === undefined) return;
    followed.current.add(run);
    setTurn("thinking");
    const read = getReader();
    let work = Promise.resolve();
    stopFollowing.current();
    let isOver = false;
    const stop = followRun(run, ({ text, finished, status }) => {
      if (isOver) return;
      if (finished && status === "failed") setTurn("failed");
      else work = work.then(() => (isOver ? undefined : read(text, finished)));
    });
    stopFollowing.current = () => {
      isOver = true;
      stop();
    };
  }, [run, getReader]);
  useEffect(() => {
    if (reply && run === undefined) void getReader()(reply.message, true);
  }, [reply, run, getReader]);

  const shown = turn === "listening" && !isOpen ? "starting" : turn;
  return { turn: shown, problem, level, listen, send, interrupt };
}
