"use client";

import { type ReactNode, useEffect, useState } from "react";
import { getColours } from "./colours";
import type { Coloured } from "./highlight";

// Delay after the last keystroke or streamed token.
const HIGHLIGHT_DELAY_MS = 150;

export function ColouredCode({
  code,
  language,
  isNumbered,
}: {
  code: string;
  language: string;
  isNumbered: boolean;
}) {
  const parts = useColours(code, language) ?? [code];
  return isNumbered
    ? splitIntoLines(parts).map((line, index) => (
        <span key={index} className="numbered">
          {renderParts(line)}
          {"\n"}
        </span>
      ))
    : renderParts(parts);
}

function splitIntoLines(parts: Coloured[]): Coloured[][] {
  const lines: Coloured[][] = [[]];
  for (const part of parts) {
    const pieces: Coloured[] =
      typeof part === "string"
        ? part.split("\n")
        : splitIntoLines(part.parts).map((line) => ({ classes: part.classes, parts: line }));
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) lines.push([]);
      lines.at(-1)!.push(piece);
    }
  }
  return lines;
}

// Returns the highlighting once known. Code that has grown since keeps the highlighting of its beginning.
function useColours(code: string, language: string): Coloured[] | undefined {
  const [latest, setLatest] = useState<{ code: string; coloured: Coloured[] | undefined }>();
  const isKnown = latest?.code === code;
  useEffect(() => {
    if (!language || isKnown) return;
    let isWanted = true;
    const ask = async () => {
      const coloured = await getColours(code, language);
      if (isWanted) setLatest({ code, coloured });
    };
    const timer = setTimeout(() => void ask(), HIGHLIGHT_DELAY_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [code, language, isKnown]);
  if (!latest?.coloured || !code.startsWith(latest.code)) return undefined;
  return isKnown ? latest.coloured : [...latest.coloured, code.slice(latest.code.length)];
}

const renderParts = (parts: Coloured[]): ReactNode =>
  parts.map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      <span key={index} className={part.classes}>
        {renderParts(part.parts)}
      </span>
    ),
  );
