import { useState } from "react";
import { lazy } from "@/components/browser/lazy";
import type { Chat } from "@/components/data/chats";
import type { CursorPlace } from "./cursors/cursor-place";
import type { Cursor } from "./cursors/use-cursors";
import { diffTexts } from "./suggestions/changes";
import { SelectionBar } from "./suggestions/selection-bar";
import type { Passage } from "./suggestions/use-request";
import type { Review } from "./suggestions/use-review";

const CodeEditor = lazy(() => import("./editors/code-editor").then((file) => ({ default: file.CodeEditor })));
const RichEditor = lazy(() => import("./rich/rich-editor").then((file) => ({ default: file.RichEditor })));

export const MAX_TEXT_LENGTH = 1_048_576;

type EditorFieldProps = {
  chat: Chat;
  label: string;
  value: string;
  onChange: (value: string, before: string) => void;
  language: string;
  isProse: boolean;
  isRich: boolean;
  placeholder?: string;
  cursors: Cursor[];
  onCursor: (getPlace: () => CursorPlace) => void;
  review: Review;
};

/** The editor of a text, and below it what an assistant can do with the selection. */
export function EditorField({ chat, isRich, isProse, language, review, ...field }: EditorFieldProps) {
  const [selection, setSelection] = useState<{ getPassage: () => Passage }>();
  const onSelect = (getPassage: (() => Passage) | undefined) =>
    setSelection((before) => (getPassage ? { getPassage } : before && undefined));
  const onSuggested = ({ text, from, to }: Passage, answer: string) => {
    const changes = diffTexts(text.slice(from, to), answer, isProse ? "words" : "lines");
    review.suggest(
      text,
      changes.map((change) => ({ ...change, from: change.from + from, to: change.to + from })),
    );
  };
  const shared = { ...field, maxLength: MAX_TEXT_LENGTH, onSelect };
  return (
    <>
      {isRich ? (
        <RichEditor {...shared} />
      ) : (
        <CodeEditor {...shared} language={language} isWrapped={isProse} />
      )}
      <SelectionBar
        {...{ language, isProse, onSuggested }}
        chat={chat.uuid}
        getPassage={selection?.getPassage}
      />
    </>
  );
}
