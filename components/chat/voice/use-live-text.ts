"use client";

import { useEffect, useRef, useState } from "react";
import { ApiError, call } from "@/lib/api/client";
import { speechApi } from "@/lib/replies/text-to-speech/operations";
import type { useRecording } from "./use-recording";
import { getAbilities } from "./voices";

// A segment of this length is cut at the next pause, one of the maximum length anywhere.
const MIN_PIECE_SECONDS = 3;
const MAX_PIECE_SECONDS = 9;
// About a second: shorter segments contain no word and may not be decodable.
const MIN_RECORDING_BYTES = 4000;
// Volume, 0 to 1, below which levels count as a pause.
const QUIET = 0.06;
const QUIET_LEVELS = 4;
// Maximum milliseconds for the transcription of a segment, beyond which the model can't keep up.
const SLOWEST = 7000;

type Recording = Pick<ReturnType<typeof useRecording>, "state" | "seconds" | "levels" | "cut">;

export const isPause = (levels: number[]): boolean => {
  const newest = levels.slice(-QUIET_LEVELS);
  return newest.length === QUIET_LEVELS && newest.every((level) => level < QUIET);
};

/**
 * Transcribes a running recording in segments, if the installation's speech model is fast enough. It is a preview:
 * the message is transcribed from the whole recording.
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
    // The last segment is only transcribed as part of the whole.
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
