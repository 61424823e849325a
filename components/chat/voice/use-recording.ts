"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Key } from "@/lib/platform/words/screens";
import { type Recorder, record } from "./recorder";

export type Recorded = { file: File; seconds: number; translate: boolean };
type RecorderState = "starting" | "recording" | "paused" | "failed";

const TICK = 100;
const BARS = 120;

/**
 * Records while the component is mounted.
 * @param most Maximum seconds, after which recording stops and waits for the user to send
 */
export function useRecording(most: number) {
  const recorder = useRef<Recorder>(undefined);
  const [state, setState] = useState<RecorderState>("starting");
  const [problem, setProblem] = useState<Key<"voice">>();
  const [seconds, setSeconds] = useState(0);
  const [levels, setLevels] = useState<number[]>([]);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isWanted = true;
    const onLost = () => {
      setState("paused");
      setProblem("microphoneLost");
    };
    setState("starting");
    setProblem(undefined);
    const fail = (why: Key<"voice">) => {
      if (!isWanted) return;
      setProblem(why);
      setState("failed");
    };
    record(onLost).then(
      (begun) => {
        if (typeof begun === "string") return fail(begun);
        if (!isWanted) return begun.discard();
        recorder.current = begun;
        setState("recording");
      },
      () => fail("cannotStart"),
    );
    return () => {
      isWanted = false;
      recorder.current?.discard();
      recorder.current = undefined;
    };
  }, [attempt]);

  const pause = useCallback(() => {
    recorder.current?.pause();
    if (recorder.current) setState("paused");
  }, []);
  const resume = useCallback(() => {
    if (recorder.current?.resume()) setState("recording");
  }, []);
  const finish = useCallback(async () => {
    const ending = recorder.current;
    if (!ending) return undefined;
    recorder.current = undefined;
    const seconds = ending.seconds();
    return { file: await ending.finish(), seconds };
  }, []);

  useEffect(() => {
    if (state !== "recording") return;
    const timer = setInterval(() => {
      const now = recorder.current;
      if (!now) return;
      setSeconds(now.seconds());
      setLevels((before) => [...before.slice(1 - BARS), now.level()]);
      if (now.seconds() < most) return;
      pause();
      setProblem("stateFull");
    }, TICK);
    return () => clearInterval(timer);
  }, [state, most, pause]);
  useEffect(() => {
    if (state !== "recording" && state !== "paused") return;
    const warn = (event: Event) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [state]);

  const again = () => setAttempt((times) => times + 1);
  const cut = useCallback(async () => recorder.current?.cut(), []);
  return { state, problem, seconds, levels, pause, resume, finish, again, cut };
}
