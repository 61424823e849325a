"use client";

import { type ReactNode, type RefObject, Suspense, useEffect, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import type { Attachable } from "@/components/data/attachables";
import type { CollectionChoice } from "@/components/data/use-collection-choice";
import type { Files } from "@/components/data/use-files";
import { ComposerButtons } from "./composer-buttons";
import type { OpenDialog } from "./composer-dialog";
import { ComposerField } from "./composer-field";
import { type Attaching, useAttaching } from "./use-attaching";
import { type ComposerText, useComposerText } from "./use-composer-text";
import { useFirstFocus } from "./use-first-focus";
import { type Draft, type Sending, useSending } from "./use-sending";

const ComposerDialog = lazy(() =>
  import("./composer-dialog").then((file) => ({ default: file.ComposerDialog })),
);
const loadAttached = () => import("./attached-files");
const FileChips = lazy(() => loadAttached().then((file) => ({ default: file.FileChips })));
const WaitingNote = lazy(() => loadAttached().then((file) => ({ default: file.WaitingNote })));
const VoiceRecorder = lazy(() =>
  import("@/components/chat/voice/voice-recorder").then((file) => ({ default: file.VoiceRecorder })),
);

type ComposerProps = {
  draftKey: string;
  placeholder: string;
  files: Files;
  onSend: (message: Draft) => void;
  onVoice: (voice: { translate: boolean; seconds: number }, recording: File) => void;
  /** Starts a voice conversation; absent where no assistant replies. */
  onHandsFree?: () => void;
  onStop?: () => void;
  /** Called for Arrow Up in an empty composer. */
  onEditLast?: () => void;
  onType?: () => void;
  isSending?: boolean;
  hasSavedReplies?: boolean;
  /** Offers prompts and resources of this chat's MCP servers for `/`. */
  chatId?: number;
  canAttachCollections?: boolean;
  // Absent in existing chats, where a collection is attached immediately.
  collectionChoice?: CollectionChoice;
  tools?: (insert: (text: string) => void) => ReactNode;
  ref: RefObject<HTMLTextAreaElement | null>;
};

export function Composer({ draftKey, ...props }: ComposerProps) {
  const { ref, chatId, files, onSend, isSending = false } = props;
  const written = useComposerText(draftKey, ref);
  const [dialog, setDialog] = useState<OpenDialog>();
  const { attaching, attach } = useAttaching(files.add, chatId, props.collectionChoice?.add);
  // The number of files that the message waits for; undefined while nobody has asked to send it.
  const [awaited, setAwaited] = useState<number>();
  const isAttaching = attaching.length > 0;
  const sending = useSending(written, files, {
    isSending: isSending || isAttaching,
    onWait: isAttaching ? () => setAwaited(files.files.length + attaching.length) : undefined,
    onSend,
    onCommand: (command) => setDialog({ command }),
  });
  useFirstFocus(ref);
  useEffect(() => {
    const field = ref.current;
    // The closed dialog restores the focus, but Chrome doesn't restore the caret.
    if (!dialog && field === document.activeElement)
      field?.setSelectionRange(field.selectionStart, field.selectionEnd);
  }, [dialog, ref]);
  return (
    <>
      <ComposerForm {...props} {...{ written, sending, attaching }} onAttach={attach} onDialog={setDialog}>
        {(isAttaching || awaited !== undefined) && (
          <Suspense>
            <WaitingNote
              {...{ attaching, awaited, sending }}
              files={files.files.length}
              onChange={setAwaited}
            />
          </Suspense>
        )}
      </ComposerForm>
      {dialog && (
        // Rendered outside of the composer's form, because dialogs contain forms.
        <Suspense>
          <ComposerDialog
            {...{ dialog, chatId, sending }}
            canAttachCollections={props.canAttachCollections ?? false}
            onText={written.insert}
            onFiles={(added) => void files.add(added)}
            onAttach={attach}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

type ComposerFormProps = Omit<ComposerProps, "draftKey" | "onSend"> & {
  children: ReactNode;
  written: ComposerText;
  sending: Sending;
  attaching: Attaching[];
  onAttach: (source: Attachable) => void;
  onDialog: (dialog: OpenDialog) => void;
};

function ComposerForm(props: ComposerFormProps) {
  const { ref, written, sending, files: attached, attaching, tools, onVoice, isSending = false } = props;
  const { files, add, remove } = attached;
  const { collections = [] } = props.collectionChoice ?? {};
  const [voice, setVoice] = useState<{ released?: Promise<void> }>();
  const isAway = voice ? true : undefined;
  const endVoice = () => {
    setVoice(undefined);
    requestAnimationFrame(() => ref.current?.focus());
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sending.send();
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
            onText={(text) => {
              endVoice();
              requestAnimationFrame(() => written.insertWords(text));
            }}
            onClose={endVoice}
          />
        </Suspense>
      )}
      <ComposerField
        ref={ref}
        written={written}
        files={attached}
        placeholder={props.placeholder}
        isTooLong={sending.excess > 0}
        isAway={isAway}
        hasSavedReplies={props.hasSavedReplies}
        chatId={props.chatId}
        send={sending.send}
        canAttachCollections={props.canAttachCollections ?? false}
        onOffer={(offer) => props.onDialog({ offer })}
        onCommand={(command) => props.onDialog({ command })}
        onAttach={props.onAttach}
        onStop={props.onStop}
        onEditLast={props.onEditLast}
        onType={props.onType}
      >
        {files.length + attaching.length + collections.length > 0 && (
          <Suspense
            fallback={
              <p className="px-3 pt-3 text-sm">
                {[...files, ...collections].map(({ name }) => name).join(", ")}
              </p>
            }
          >
            <FileChips
              {...{ files, attaching, collections }}
              onRemove={remove}
              onRemoveCollection={props.collectionChoice?.remove}
            />
          </Suspense>
        )}
      </ComposerField>
      <ComposerButtons
        sending={sending}
        add={add}
        onAttachOpen={() => props.onDialog("attach")}
        isAway={isAway}
        isSending={isSending}
        onVoiceStart={(released) => setVoice({ released })}
        onHandsFree={props.onHandsFree}
        onStop={props.onStop}
      >
        {tools?.(written.insert)}
      </ComposerButtons>
      {props.children}
    </form>
  );
}
