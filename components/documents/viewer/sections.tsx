"use client";

import { useTranslations } from "@/components/i18n/words";
import type { Marked } from "./place";

type DocumentPart = { page: number; title: string | null; start: number };
type TextSection = { start: number; text: string; part: DocumentPart | undefined; isBeginning: boolean };

/** Splits a text that begins at `offset` of the document at its page boundaries. */
export function splitIntoSections(text: string, offset: number, parts: DocumentPart[]): TextSection[] {
  const end = offset + text.length;
  const inside = parts.filter(({ start }) => start > offset && start < end);
  const starts = [offset, ...inside.map(({ start }) => start)];
  return starts
    .map((start, at): TextSection => {
      const part = parts.findLast((candidate) => candidate.start <= start);
      return {
        start,
        text: text.slice(start - offset, (starts[at + 1] ?? end) - offset),
        part,
        isBeginning: part?.start === start,
      };
    })
    .filter((section) => section.text !== "");
}

function cutAt(text: string, start: number, marked: Marked): [string, string, string] {
  const from = Math.max(0, Math.min(text.length, marked.start - start));
  const to = Math.max(from, Math.min(text.length, marked.start + marked.length - start));
  return [text.slice(0, from), text.slice(from, to), text.slice(to)];
}

export function Section({
  section: { text, start, part, isBeginning },
  marked,
  isPaged,
}: {
  section: TextSection;
  marked: Marked | undefined;
  isPaged: boolean;
}) {
  const t = useTranslations("documents");
  const [before, inside, after] = marked ? cutAt(text, start, marked) : [text, "", ""];
  const name = part && (part.title ?? t("page", { page: part.page }));
  return (
    <section data-page={isBeginning ? part?.page : undefined} className="scroll-mt-2">
      {isPaged && name !== undefined && (
        <h2 className="mb-1 text-xs font-medium text-muted">
          {isBeginning ? name : t("continued", { section: name })}
        </h2>
      )}
      <div className="rounded-xl border bg-surface px-4 py-3 leading-relaxed wrap-anywhere whitespace-pre-wrap">
        {before}
        {inside && <mark className="rounded-sm bg-warning-soft px-0.5 text-warning">{inside}</mark>}
        {after}
      </div>
    </section>
  );
}
