"use client";

import { useEffect, useRef, useState } from "react";
import { ApiError, call } from "@/lib/api/client";
import { speechApi } from "@/lib/replies/text-to-speech/operations";
import type { useRecording } from "./use-recording";
import { getAbilities } from "./voices";

// A segment is cut at the first pause after the minimum length, or at the maximum length without a pause.
const MIN_PIECE_SECONDS = 3;
const MAX_PIECE_SECONDS = 9;
// About a second. Shorter segments contain no word and may not be decodable.
const MIN_RECORDING_BYTES = 4000;
// Volume, 0 to 1, below which levels count as a pause.
const MAX_PAUSE_LEVEL = 0.06;
const QUIET_LEVELS = 4;
// Maximum milliseconds to transcribe a segment. The preview ends after a slower one, because the model can't keep up.
const SLOWEST = 7000;

type Recording = Pick<ReturnType<typeof useRecording>, "state" | "seconds" | "levels" | "cut">;

export const isPause = (levels: number[]): boolean => {
  const newest = levels.slice(-QUIET_LEVELS);
  return newest.length === QUIET_LEVELS && newest.every((level) => level < MAX_PAUSE_LEVEL);
};

/**
 * Transcribes a running recording in segments, if the installation's speech model is fast enough. The result is only
 * a preview: the message is transcribed from the whole recording.
 */
export function useLiveText({ state, seconds, levels, cut }: Recording): string {
  const [isOn, setOn] = useState(false);
  const [texts, setTexts] = useState<string[]>([]);
  const began = useRef(0);
  const count = useRef(0);

  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    getAbilities().then(
      ({ transcribes_live }) => isHere.current && setOn(transcribes_live),
      // Offline there is no preview.
      () => {},
    );
    return () => {
      isHere.current = false;
    };
  }, []);

  const hear = useRef(async (piece: File | undefined) => {
    // Segments that arrive after unmounting are transcribed only as part of the whole recording.
    if (!piece || piece.size < MIN_RECORDING_BYTES || !isHere.current) return;
    const at = count.current++;
    const since = performance.now();
    try {
      const { text } = await call(speechApi.transcribeSpeech, { files: [piece] });
      // Responses may arrive out of order.
      setTexts((before) => Object.assign([...before], { [at]: text }));
      if (performance.now() - since > SLOWEST) setOn(false);
    } catch (error) {
      // A 422 means an undecodable segment, which stays empty. After other errors, such as a failing model or a rate
      // limit, the preview ends.
      if (!(error instanceof ApiError) || error.status !== 422) setOn(false);
    }
  });
  const isRecording = isOn && state === "recording";
  useEffect(() => {
    if (!isRecording) return;
    began.current = -1;
    void cut();
    // Cuts a segment when the recording pauses or ends.
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
