import { useEffect, useRef, useState } from "react";
import type { Key } from "@/lib/platform/words/screens";
import { type Recorder, record } from "./recorder";

/**
 * Records while `isOn`.
 * @param attempt A change opens the microphone again
 */
export function useMicrophone(isOn: boolean, attempt: number) {
  const [problem, setProblem] = useState<Key<"voice">>();
  const [level, setLevel] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const recorder = useRef<Recorder>(undefined);
  useEffect(() => {
    if (!isOn) return;
    let isCurrent = true;
    const fail = (why: Key<"voice">) => {
      recorder.current = undefined;
      if (isCurrent) setProblem(why);
    };
    record(() => fail("microphoneLost")).then(
      (result) => {
        if (typeof result === "string") return fail(result);
        if (!isCurrent) return result.discard();
        recorder.current = result;
        setOpen(true);
      },
      () => fail("cannotStart"),
    );
    return () => {
      isCurrent = false;
      setOpen(false);
      setLevel(0);
      recorder.current?.discard();
      recorder.current = undefined;
    };
  }, [isOn, attempt]);
  return { recorder, problem, setProblem, level, setLevel, isOpen };
}
export type Microphone = ReturnType<typeof useMicrophone>;
