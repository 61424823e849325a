"use client";

import { useEffect, useId, useLayoutEffect, useRef } from "react";
import { useTranslations } from "@/components/i18n/words";
import type { CursorPlace } from "../cursors/cursor-place";
import type { Cursor } from "../cursors/use-cursors";
import { keepCanvasOpen } from "../editor-focus";
import type { Passage } from "../suggestions/use-request";
import { loadLanguage } from "./code-language";
import { codePhrases } from "./code-phrases";
import { type CodeView, createCodeView } from "./code-view";

export type CodeEditorProps = {
  value: string;
  /** @param before the text that was changed */
  onChange?: (value: string, before: string) => void;
  /** Name of the field for screen readers. */
  label: string;
  /** Name as in Markdown fences; an unknown one has no highlighting. */
  language: string;
  isReadOnly?: boolean;
  /** Breaks long lines, as text needs; code scrolls. */
  isWrapped: boolean;
  placeholder?: string;
  maxLength: number;
  cursors?: Cursor[];
  onCursor?: (getPlace: () => CursorPlace) => void;
  /** Called with what returns the selection, or with undefined when nothing is selected. */
  onSelect?: (getPassage: (() => Passage) | undefined) => void;
};

/** Source editor. It is loaded when a text is opened, and its grammars when they are needed. */
export function CodeEditor(props: CodeEditorProps) {
  const { value, language, label, isReadOnly = false, isWrapped } = props;
  const t = useTranslations("canvasEditor");
  const helpId = useId();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<CodeView>(undefined);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    const made = createCodeView({
      parent: place.current!,
      ...latest.current,
      onChange: (text, before) => latest.current.onChange?.(text, before),
      onSelect: (getPassage) => latest.current.onSelect?.(getPassage),
      onCursor: (getPlace) => latest.current.onCursor?.(getPlace),
      helpId,
      isReadOnly,
      isWrapped,
      label,
      phrases: codePhrases(t),
    });
    view.current = made;
    return () => {
      latest.current.onSelect?.(undefined);
      made.destroy();
      view.current = undefined;
    };
  }, [label, isReadOnly, isWrapped, helpId, t]);
  useLayoutEffect(() => view.current?.setText(value), [value]);
  const { cursors } = props;
  useLayoutEffect(() => {
    if (cursors) view.current?.setCursors(cursors);
  }, [cursors]);
  useEffect(() => {
    let isWanted = true;
    // Without a connection the code stays without highlighting.
    loadLanguage(language).then(
      (support) => isWanted && view.current?.setLanguage(support),
      () => {},
    );
    return () => {
      isWanted = false;
    };
    // A new view needs the language too.
  }, [language, label, isReadOnly, isWrapped, t]);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the search or prepares Tab to leave, but not the canvas */}
      <div ref={place} onKeyDown={keepCanvasOpen} className="canvas-field" />
      {!isReadOnly && (
        <p id={helpId} className="sr-only">
          {t("leaveByKeyboard")}
        </p>
      )}
    </>
  );
}
