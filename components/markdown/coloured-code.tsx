"use client";

import { type ReactNode, useEffect, useState } from "react";
import { coloursOf } from "./colours";
import type { Coloured } from "./highlight";

/** While code is being written it is coloured after a pause, in ms. */
const PAUSE = 150;

/** A piece of code, as soon as they are known with its colours. */
export function ColouredCode({ code, language }: { code: string; language: string }) {
  const coloured = useColours(code, language);
  return coloured ? shown(coloured) : code;
}

/** The colours of a piece of code as soon as they are known; of one that has grown since, those of its beginning. */
function useColours(code: string, language: string): Coloured[] | undefined {
  const [latest, setLatest] = useState<{ code: string; coloured: Coloured[] | undefined }>();
  const isKnown = latest?.code === code;
  useEffect(() => {
    if (!language || isKnown) return;
    let isWanted = true;
    const ask = async () => {
      const coloured = await coloursOf(code, language);
      if (isWanted) setLatest({ code, coloured });
    };
    const timer = setTimeout(() => void ask(), PAUSE);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [code, language, isKnown]);
  if (!latest?.coloured || !code.startsWith(latest.code)) return undefined;
  return isKnown ? latest.coloured : [...latest.coloured, code.slice(latest.code.length)];
}

const shown = (parts: Coloured[]): ReactNode =>
  parts.map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      <span key={index} className={part.classes}>
        {shown(part.parts)}
      </span>
    ),
  );
