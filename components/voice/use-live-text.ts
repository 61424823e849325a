"use client";

import { useEffect, useRef, useState } from "react";
import { ApiError, call } from "@/lib/api/client";
import { speechApi } from "@/lib/conversation/speech/contract";
import type { useRecording } from "./use-recording";
import { abilities } from "./voices";

/** A piece is cut at a pause once it is so long, and anywhere when it is as long as this. In seconds. */
const MIN_PIECE_SECONDS = 3;
const MAX_PIECE_SECONDS = 9;
/** About a second: less is no word, and may be no recording that can be read. In bytes. */
const MIN_RECORDING_BYTES = 4000;
/** Quieter than this, 0 to 1, for so many of the newest levels is a pause. */
const QUIET = 0.06;
const QUIET_LEVELS = 4;
/** A model that takes longer for a piece than somebody takes to speak it would fall behind. In ms. */
const SLOWEST = 7000;

type Recording = Pick<ReturnType<typeof useRecording>, "state" | "seconds" | "levels" | "cut">;

/** Whether somebody pauses, by how loud it was lately. */
export const isPause = (levels: number[]): boolean => {
  const newest = levels.slice(-QUIET_LEVELS);
  return newest.length === QUIET_LEVELS && newest.every((level) => level < QUIET);
};

/**
 * What was said so far in a recording that goes on, piece by piece, where the installation has a speech model that is quick
 * enough. It is a preview: the message gets what is heard in the whole.
 */
export function useLiveText({ state, seconds, levels, cut }: Recording): string {
  const [isOn, setOn] = useState(false);
  const [texts, setTexts] = useState<string[]>([]);
  const began = useRef(0);
  const count = useRef(0);

  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    abilities().then(
      ({ transcribes_live }) => isHere.current && setOn(transcribes_live),
      // Without a connection there is no text yet.
      () => {},
    );
    return () => {
      isHere.current = false;
    };
  }, []);

  const hear = useRef(async (piece: File | undefined) => {
    // What ends with the recording is heard with the whole.
    if (!piece || piece.size < MIN_RECORDING_BYTES || !isHere.current) return;
    const at = count.current++;
    const since = performance.now();
    try {
      const { text } = await call(speechApi.transcribeSpeech, { files: [piece] });
      // They need not come in the order in which they were sent.
      setTexts((before) => Object.assign([...before], { [at]: text }));
      if (performance.now() - since > SLOWEST) setOn(false);
    } catch (error) {
      // What cannot be read is a piece without text; a model that fails, or is asked too often, is not asked again.
      if (!(error instanceof ApiError) || error.status !== 422) setOn(false);
    }
  });
  const isRecording = isOn && state === "recording";
  useEffect(() => {
    if (!isRecording) return;
    began.current = -1;
    void cut();
    // What was said until it pauses, or ends.
    return () => void cut().then(hear.current);
  }, [isRecording, cut]);
  useEffect(() => {
    if (!isRecording) return;
    if (began.current < 0) began.current = seconds;
    const length = seconds - began.current;
    if (length < MIN_PIECE_SECONDS || (length < MAX_PIECE_SECONDS && !isPause(levels))) return;
    began.current = seconds;
    void cut().then(hear.current);
  }, [isRecording, seconds, levels, cut]);
  return texts.filter(Boolean).join(" ");
}
