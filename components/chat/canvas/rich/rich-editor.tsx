"use client";

import type { EditorState } from "prosemirror-state";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { keepCanvasOpen } from "../editor-focus";
import { CodeEditor, type CodeEditorProps } from "../editors/code-editor";
import { readDocument } from "./document";
import { toNodeWords } from "./node-views";
import { createRichView, type RichView } from "./rich-view";
import { Toolbar } from "./toolbar";

// In UTF-16 code units. Each key reads the whole text, so that longer ones are edited as Markdown.
export const MAX_RICH_LENGTH = 200_000;

type RichEditorProps = Omit<CodeEditorProps, "language" | "isWrapped" | "isReadOnly">;

/**
 * Rich text editor for Markdown. Blocks that it can't represent are shown as source; a text that it can't show at all
 * is edited as Markdown, with the reason.
 */
export function RichEditor(props: RichEditorProps) {
  const t = useTranslations("canvasEditor");
  const [isUnfit, setUnfit] = useState(() => !canEdit(props.value));
  if (isUnfit)
    return (
      <>
        <p role="status" className="mb-2 rounded-lg border bg-sunken px-3 py-2 text-muted">
          {t("onlyAsMarkdown")}
        </p>
        <CodeEditor {...props} language="markdown" isWrapped />
      </>
    );
  return <Editor {...props} onUnfit={() => setUnfit(true)} />;
}

const canEdit = (text: string): boolean => text.length <= MAX_RICH_LENGTH && readDocument(text) !== undefined;

function Editor(props: RichEditorProps & { onUnfit: () => void }) {
  const { value, label, placeholder = "" } = props;
  const t = useTranslations("canvasEditor");
  const helpId = useId();
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<{ view: RichView; state: EditorState }>();
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    const { value, maxLength, onUnfit } = latest.current;
    const document = readDocument(value);
    if (!document) return onUnfit();
    const made = createRichView({
      ...{ parent: place.current!, value, document, label, helpId, placeholder, maxLength },
      words: toNodeWords(t),
      onChange: (text, before) => latest.current.onChange?.(text, before),
      onCursor: (getPlace) => latest.current.onCursor?.(getPlace),
      onState: (state) => {
        setShown({ view: made, state });
        latest.current.onSelect?.(state.selection.empty ? undefined : made.getPassage);
      },
    });
    setShown({ view: made, state: made.view.state });
    return () => {
      latest.current.onSelect?.(undefined);
      made.destroy();
    };
  }, [label, helpId, placeholder, t]);
  const view = shown?.view;
  // Before the next key, which would be typed into the text before.
  useLayoutEffect(() => {
    if (!view || view.view.isDestroyed) return;
    if (value.length > MAX_RICH_LENGTH || !view.setText(value)) latest.current.onUnfit();
  }, [view, value]);
  const { cursors } = props;
  useLayoutEffect(() => {
    if (cursors && view && !view.view.isDestroyed) view.setCursors(cursors);
  }, [view, cursors]);
  return (
    <div className="canvas-field flex flex-col overflow-hidden">
      {shown && <Toolbar view={shown.view.view} state={shown.state} label={t("formatting")} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Esc prepares Tab to leave the editor and must not close the canvas */}
      <div ref={place} className="min-h-0 flex-1 overflow-y-auto px-4 py-3" onKeyDown={keepCanvasOpen} />
      <p id={helpId} className="sr-only">
        {t("leaveByKeyboard")}
      </p>
    </div>
  );
}
