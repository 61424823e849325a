"use client";

import { useQueryClient } from "@tanstack/react-query";
import ArrowUp from "lucide-react/icons/arrow-up";
import AudioLines from "lucide-react/icons/audio-lines";
import Paperclip from "lucide-react/icons/paperclip";
import Square from "lucide-react/icons/square";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { lazy } from "@/components/browser/lazy";
import { listKnownCommands, type McpOffer } from "@/components/data/suggestions";
import type { Files } from "@/components/data/use-files";
import { useWords } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { Spinner } from "@/components/ui/spinner";
import { listFormat } from "@/lib/platform/words/translate";
import { keepDraft } from "./drafts";
import { isSendKey } from "./send-keys";
import { parseCommand } from "./suggestions";
import { useComposerDraft } from "./use-draft-of";
import { useFirstFocus } from "./use-first-focus";
import { usePaste } from "./use-paste";
import { useSuggestions } from "./use-suggestions";
import { VoiceButton } from "./voice-button";

const FileChips = lazy(() =>
  import("@/components/ui/file-chips").then((file) => ({ default: file.FileChips })),
);
const ServerOffer = lazy(() => import("./server-offer").then((file) => ({ default: file.ServerOffer })));
const SuggestionList = lazy(() =>
  import("./suggestion-list").then((file) => ({ default: file.SuggestionList })),
);
const VoiceRecorder = lazy(() =>
  import("@/components/chat/voice/voice-recorder").then((file) => ({ default: file.VoiceRecorder })),
);

const MAX_MESSAGE_LENGTH = 100_000;

/** `action` is the command that the message starts with, as in `/summarise_document`. */
export type Draft = { text: string; files: File[]; action?: string };

/** Message composer. The text is stored as the draft of `draftKey` until it is sent. */
export function Composer({
  draftKey,
  placeholder,
  files: { files, add, remove, clear },
  onSend,
  onVoice,
  onHandsFree,
  onStop,
  onEditLast,
  onType,
  isSending = false,
  hasSavedReplies = false,
  chatId,
  tools,
  ref,
}: {
  draftKey: string;
  placeholder: string;
  files: Files;
  onSend: (message: Draft) => void;
  onVoice: (voice: { translate: boolean; seconds: number }, recording: File) => void;
  /** Starts a voice conversation; absent where no assistant replies. */
  onHandsFree?: () => void;
  /** Present while a reply is streaming. */
  onStop?: () => void;
  /** Called for Arrow Up in an empty composer. */
  onEditLast?: () => void;
  onType?: () => void;
  isSending?: boolean;
  /** Offers the group's saved replies for `/`. */
  hasSavedReplies?: boolean;
  /** Offers prompts and resources of this chat's MCP servers for `/`. */
  chatId?: number;
  tools?: (insert: (text: string) => void) => ReactNode;
  ref: RefObject<HTMLTextAreaElement | null>;
}) {
  const t = useWords("composer");
  const [text, setText] = useState("");
  const [caret, setCaret] = useState(0);
  const client = useQueryClient();
  const [voice, setVoice] = useState<{ released?: Promise<void> }>();
  const [offer, setOffer] = useState<McpOffer>();
  const picker = useRef<HTMLInputElement>(null);
  const paste = usePaste({ files, add });
  useComposerDraft(draftKey, ref, setText);
  useFirstFocus(ref);
  useEffect(() => {
    const field = ref.current;
    // The closed dialog restores the focus, but Chrome doesn't restore the caret.
    if (!offer && field === document.activeElement)
      field?.setSelectionRange(field.selectionStart, field.selectionEnd);
  }, [offer, ref]);

  const change = (value: string) => {
    setText(value);
    keepDraft(draftKey, value);
  };
  const isEmpty = text.trim() === "";
  const isTooLong = text.length > MAX_MESSAGE_LENGTH;
  const isAway = voice ? true : undefined;
  const isNothing = isEmpty && files.length === 0;
  const maySend = !isNothing && !isTooLong && !isSending;

  const write = (next: string, at: number) => {
    // Sets the caret before the next key event; later it would jump back over typed text.
    flushSync(() => {
      change(next);
      setCaret(at);
    });
    ref.current?.setSelectionRange(at, at);
  };
  const suggestions = useSuggestions(text, caret, write, hasSavedReplies, {
    chat: chatId,
    files: t("serverFiles"),
    onOffer: setOffer,
  });
  const insert = (given: string) => {
    const at = ref.current?.selectionStart ?? text.length;
    write(text.slice(0, at) + given + text.slice(at), at + given.length);
    ref.current?.focus();
  };

  const send = () => {
    if (!maySend) return;
    const command = parseCommand(text, listKnownCommands(client));
    // The server requires a text with each message.
    const names = listFormat(t.locale).format(files.map(({ name }) => name));
    const said = text.trim() || t("seeFiles", { names });
    onSend(command ? { text: command.rest, files, action: command.action } : { text: said, files });
    change("");
    clear();
  };
  const endVoice = () => {
    setVoice(undefined);
    requestAnimationFrame(() => ref.current?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    paste.onKey(event);
    if (event.nativeEvent.isComposing || suggestions.onKeyDown(event)) return;
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
  const form = (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="relative rounded-2xl border border-line-strong bg-surface shadow-rest focus-within:border-accent"
    >
      {voice && (
        <Suspense fallback={<div className="h-24" />}>
          <VoiceRecorder
            released={voice.released}
            onSend={({ file, ...spoken }) => {
              endVoice();
              onVoice(spoken, file);
            }}
            onClose={endVoice}
          />
        </Suspense>
      )}
      {suggestions.list && (
        <Suspense>
          <SuggestionList {...suggestions.list} />
        </Suspense>
      )}
      {files.length > 0 && (
        <Suspense fallback={<p className="px-3 pt-3 text-sm">{files.map(({ name }) => name).join(", ")}</p>}>
          <FileChips files={files} onRemove={remove} />
        </Suspense>
      )}
      <textarea
        ref={ref}
        value={text}
        onChange={(event) => {
          change(event.target.value);
          setCaret(event.target.selectionStart);
          onType?.();
        }}
        onKeyDown={onKeyDown}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onPaste={paste.onPaste}
        {...suggestions.wiring}
        rows={1}
        data-away={isAway}
        data-composer
        aria-label={t("message")}
        aria-invalid={isTooLong || undefined}
        placeholder={placeholder}
        className="field-sizing-content max-h-[40dvh] min-h-12 w-full resize-none bg-transparent px-4 pt-3 pb-1 text-reading outline-none data-away:hidden"
      />
      <div data-away={isAway} className="flex items-center gap-2 px-2 pb-2 data-away:hidden">
        <IconButton label={t("attachFiles")} onClick={() => picker.current?.click()}>
          <Paperclip aria-hidden />
        </IconButton>
        <VoiceButton
          label={t("recordVoice")}
          disabled={isSending}
          onStart={(released) => setVoice({ released })}
        />
        {tools?.(insert)}
        {onHandsFree && (
          <IconButton label={t("handsFree")} disabled={isSending} onClick={onHandsFree}>
            <AudioLines aria-hidden />
          </IconButton>
        )}
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label={t("filesToAttach")}
          onChange={(event) => {
            void add([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        <p className="min-w-0 flex-1 truncate text-xs text-muted" role={isTooLong ? "alert" : undefined}>
          {isTooLong && t("tooLong", { count: text.length - MAX_MESSAGE_LENGTH })}
        </p>
        {onStop && isNothing ? (
          <RoundButton label={t("stopReply")} type="button" onClick={onStop}>
            <Square className="size-3.5 fill-current" aria-hidden />
          </RoundButton>
        ) : (
          <RoundButton label={t("send")} type="submit" disabled={!maySend}>
            {isSending ? <Spinner /> : <ArrowUp className="size-5" aria-hidden />}
          </RoundButton>
        )}
      </div>
    </form>
  );
  return (
    <>
      {form}
      {offer && chatId !== undefined && (
        // Rendered outside of the composer's form, because it contains a form.
        <Suspense>
          <ServerOffer
            chatId={chatId}
            offer={offer}
            onText={insert}
            onFiles={(given) => void add(given)}
            onClose={() => setOffer(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

function RoundButton({ label, className, ...rest }: { label: string } & React.ComponentProps<"button">) {
  return (
    <button
      aria-label={label}
      title={label}
      className={cx(
        "inline-flex size-9 items-center justify-center rounded-full bg-accent text-on-accent transition-colors hover:bg-accent-strong disabled:bg-hover disabled:text-muted pointer-coarse:size-11",
        className,
      )}
      {...rest}
    />
  );
}
