import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useRef, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import type { Attachable } from "@/components/data/attachables";
import { type Command, commandsQuery } from "@/components/data/commands";
import type { McpOffer } from "@/components/data/suggestions";
import type { Files } from "@/components/data/use-files";
import { useTranslations } from "@/components/i18n/words";
import { useIsSendKey } from "./send-keys";
import type { SuggestionKeys, SuggestionWiring } from "./suggestion-box";
import { findNameAt, findSavedReplyAt } from "./suggestions";
import type { ComposerText } from "./use-composer-text";
import { usePaste } from "./use-paste";

const loadSuggestions = () => import("./suggestion-box");
const SuggestionBox = lazy(() => loadSuggestions().then((file) => ({ default: file.SuggestionBox })));

type ComposerFieldProps = {
  ref: RefObject<HTMLTextAreaElement | null>;
  written: ComposerText;
  files: Files;
  placeholder: string;
  isTooLong: boolean;
  /** True while a voice message is recorded, which hides the field. */
  isAway: true | undefined;
  hasSavedReplies?: boolean;
  chatId?: number;
  send: () => void;
  canAttachCollections: boolean;
  onOffer: (offer: McpOffer) => void;
  onAttach: (source: Attachable) => void;
  onCommand: (command: Command) => void;
  onStop?: () => void;
  onEditLast?: () => void;
  onType?: () => void;
  children: ReactNode;
};

export function ComposerField({
  ref,
  written: { text, caret, setCaret, change, write },
  files,
  placeholder,
  isTooLong,
  isAway,
  hasSavedReplies = false,
  chatId,
  send,
  canAttachCollections,
  onOffer,
  onAttach,
  onCommand,
  onStop,
  onEditLast,
  onType,
  children,
}: ComposerFieldProps) {
  const t = useTranslations("composer");
  const isSendKey = useIsSendKey();
  const paste = usePaste(files);
  const named = findNameAt(text, caret) ?? (hasSavedReplies ? findSavedReplyAt(text, caret) : undefined);
  // Prefetches the commands: one that is sent immediately must be recognized.
  useQuery({ ...commandsQuery, enabled: named?.sign === "/" });
  const suggestionKeys = useRef<SuggestionKeys>(undefined);
  const [wiring, setWiring] = useState<SuggestionWiring>({});
  const onKeyDown = (event: KeyboardEvent) => {
    paste.onKey(event);
    if (event.nativeEvent.isComposing || suggestionKeys.current?.(event)) return;
    if (isSendKey(event)) {
      event.preventDefault();
      send();
    } else if (event.key === "Escape" && !event.shiftKey && onStop) {
      onStop();
    } else if (event.key === "ArrowUp" && text === "" && onEditLast) {
      event.preventDefault();
      onEditLast();
    }
  };
  return (
    <>
      {named && (
        <Suspense>
          <SuggestionBox
            {...{ named, text, caret }}
            take={write}
            options={{
              hasSavedReplies,
              chat: chatId,
              files: t("serverFiles"),
              canAttachCollections,
              onOffer,
              onAttach,
              onCommand,
            }}
            keys={suggestionKeys}
            onWiring={setWiring}
          />
        </Suspense>
      )}
      {children}
      <textarea
        ref={ref}
        value={text}
        onChange={(event) => {
          void loadSuggestions().catch(() => {});
          change(event.target.value);
          setCaret(event.target.selectionStart);
          onType?.();
        }}
        onKeyDown={onKeyDown}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onPaste={paste.onPaste}
        aria-autocomplete="list"
        {...wiring}
        rows={1}
        data-away={isAway}
        data-composer
        aria-label={t("message")}
        aria-invalid={isTooLong || undefined}
        placeholder={placeholder}
        className="field-sizing-content max-h-[40dvh] min-h-12 w-full resize-none bg-transparent px-4 pt-3 pb-1 text-reading outline-none data-away:hidden"
      />
    </>
  );
}
