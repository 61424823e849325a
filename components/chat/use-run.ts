"use client";

import { useEffect, useRef, useState } from "react";
import { followRun, type RunState } from "./follow-run";

/** A reply while it is written, shown anew at most once a frame; `onEnd` hears of its end once. */
export function useRun(id: string, onEnd: () => void): RunState | undefined {
  const [state, setState] = useState<RunState>();
  const ended = useRef(onEnd);
  ended.current = onEnd;
  useEffect(() => {
    let frame: number | undefined;
    let newest: RunState | undefined;
    const draw = () => {
      frame = undefined;
      setState(newest);
    };
    const stop = followRun(id, (next) => {
      newest = next;
      // A page in the background gets no frames.
      if (next.finished || document.visibilityState === "hidden") draw();
      else frame ??= requestAnimationFrame(draw);
      if (next.finished) ended.current();
    });
    return () => {
      stop();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [id]);
  return state;
}
