import { useEffect, useRef, useState } from "react";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { call } from "@/lib/api/client";
import { speechApi } from "@/lib/replies/text-to-speech/operations";
import { getAbilities } from "./voices";

export function useDictation(onText: (text: string) => void) {
  const t = useTranslations("voice");
  const problem = useProblem();
  const [isAvailable, setIsAvailable] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const stopping = useRef(new AbortController());
  useEffect(() => {
    const { signal } = stopping.current;
    getAbilities().then(
      ({ dictates }) => !signal.aborted && setIsAvailable(dictates),
      // Offline there is no dictation.
      () => {},
    );
    return () => {
      stopping.current.abort();
      stopping.current = new AbortController();
    };
  }, []);
  const dictate = async (file: File) => {
    const { signal } = stopping.current;
    setIsBusy(true);
    setFailure(undefined);
    try {
      const { text } = await call(speechApi.transcribeSpeech, { files: [file], signal });
      if (text.trim() !== "") return onText(text.trim());
      setFailure(t("nothingHeard"));
    } catch (error) {
      if (!signal.aborted) setFailure(problem(error));
    }
    setIsBusy(false);
  };
  return { isAvailable, isBusy, failure, dictate };
}
