"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import Info from "lucide-react/icons/info";
import MessageCircleDashed from "lucide-react/icons/message-circle-dashed";
import { useRouter } from "next/navigation";
import { Suspense, useRef, useState } from "react";
import { ChooserButton } from "@/components/chooser/chooser-button";
import { Composer, type Sent } from "@/components/composer/composer";
import { keepDraft, keptDraft } from "@/components/composer/drafts";
import { DropZone } from "@/components/composer/drop-zone";
import { useFiles } from "@/components/composer/use-files";
import { chatsQuery, refreshChats } from "@/components/data/chats";
import { type Outgoing, outbox } from "@/components/data/outbox";
import { usePeople } from "@/components/data/people";
import { ExamplePrompts, withExample } from "@/components/first-run/example-prompts";
import { FirstSteps } from "@/components/first-run/first-steps";
import { IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { lazy } from "@/components/ui/lazy";
import { Link } from "@/components/ui/link";
import { Avatar } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { OpenSidebar } from "@/components/workspace/sidebar-state";
import { call } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/contract";
import { beginTemporary } from "./temporary";

const OutgoingVoice = lazy(() =>
  import("@/components/voice/outgoing-voice").then((file) => ({ default: file.OutgoingVoice })),
);

type First = Sent & Pick<Outgoing, "voice">;

const DRAFT = "new";
/** Whoever has more chats than this knows what to ask. */
const FEW_CHATS = 4;

/** The start of a chat: whom to ask, and the first message, which makes the chat. */
export function NewChat({ hasModel, mayConnect }: { hasModel: boolean; mayConnect: boolean }) {
  const { me, assistants } = usePeople();
  const router = useRouter();
  const client = useQueryClient();
  const toast = useToast();
  const writing = useRef<HTMLTextAreaElement>(null);
  const usual = assistants.find(({ is_default }) => is_default) ?? assistants[0];
  const [chosen, setChosen] = useState<number | null | undefined>(usual?.id);
  const [model, setModel] = useState<string | null>(null);
  const [isTemporary, setIsTemporary] = useState(false);
  const files = useFiles();
  const [isSending, setIsSending] = useState(false);
  /** A recording for which no chat could be made. */
  const [unsent, setUnsent] = useState<First & { failure: string }>();
  const [filled, setFilled] = useState(0);
  const { data: chats } = useInfiniteQuery({ ...chatsQuery(), enabled: false });
  const hasFewChats = (chats?.pages.flat().length ?? 0) <= FEW_CHATS;
  const assistant = chosen === null ? undefined : (assistants.find(({ id }) => id === chosen) ?? usual);

  async function begin({ text, files: sent, action, voice }: First): Promise<void> {
    setIsSending(true);
    setUnsent(undefined);
    try {
      const chat = await call(chatsApi.createChat, {
        body: { virtual_assistant_id: assistant?.id ?? null, model, temp: isTemporary },
      });
      if (isTemporary) beginTemporary(chat.uuid);
      outbox.send({ chat: chat.uuid, text, files: sent, action, voice });
      void refreshChats(client);
      router.push(`/chats/${chat.uuid}`);
    } catch (error) {
      const { message } = error as Error;
      if (voice) setUnsent({ text, files: sent, voice, failure: message });
      else {
        const unsent = action ? `/${action} ${text}` : text;
        putBack([unsent, keptDraft(DRAFT)].filter(Boolean).join("\n\n"));
        void files.add(sent);
        toast(message);
      }
      setIsSending(false);
    }
  }

  const putBack = (text: string) => {
    keepDraft(DRAFT, text);
    // The composer reads the draft when it begins.
    setFilled((times) => times + 1);
  };
  const fill = (prompt: string) => putBack(withExample(keptDraft(DRAFT), prompt));

  return (
    <DropZone onDrop={files.add}>
      <header className="flex h-14 shrink-0 items-center px-3 md:px-5">
        <OpenSidebar />
        <ChooserButton
          assistant={assistant ?? null}
          model={model}
          mayChoose
          onAssistant={setChosen}
          onModel={setModel}
          className="ml-auto h-9 rounded-lg px-2 text-sm hover:bg-hover sm:max-w-80 pointer-coarse:h-11"
        />
        <IconButton
          label="Temporary chat"
          aria-pressed={isTemporary}
          onClick={() => {
            setIsTemporary(!isTemporary);
            writing.current?.focus();
          }}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
        >
          <MessageCircleDashed aria-hidden />
        </IconButton>
      </header>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-4 pb-6 md:px-6">
        <div className="m-auto w-full max-w-2xl pb-[8dvh]">
          <h1 className="text-center font-display text-3xl font-semibold tracking-tight">
            {isTemporary ? "Temporary chat" : `Hello, ${me.name.split(" ")[0]}`}
          </h1>
          <p className="mt-2 mb-6 text-center text-muted">
            {isTemporary
              ? "Not in your list or search. Deleted when you leave it, or 24 hours after its last message."
              : assistant?.description ||
                (assistant ? `Ask ${assistant.name} something.` : "Write the first message.")}
          </p>
          {!hasModel && <NoModel mayConnect={mayConnect} />}
          {unsent && (
            <Suspense>
              <div className="mb-4">
                <OutgoingVoice
                  message={unsent}
                  onRetry={() => void begin(unsent)}
                  onStop={() => {}}
                  onDiscard={() => setUnsent(undefined)}
                />
              </div>
            </Suspense>
          )}
          <Composer
            key={filled}
            ref={writing}
            draftKey={DRAFT}
            placeholder={assistant ? `Message ${assistant.name}` : "Write a message"}
            files={files}
            onSend={(message) => void begin(message)}
            onVoice={(voice, file) => void begin({ text: "", files: [file], voice })}
            isSending={isSending}
          />
          {hasFewChats && <ExamplePrompts onChoose={fill} />}
          {assistants.length > 1 && (
            <fieldset className="mt-5">
              <legend className="mb-2 w-full text-center text-sm text-muted">Who replies</legend>
              <div className="flex flex-wrap justify-center gap-2">
                {assistants.map(({ id, name, avatar }) => (
                  <label
                    key={id}
                    className={cx(
                      "inline-flex max-w-full cursor-pointer items-center gap-2 rounded-full border bg-surface py-1.5 pr-3.5 pl-1.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent hover:bg-hover",
                      id === assistant?.id && "border-accent bg-accent-soft",
                    )}
                  >
                    <input
                      type="radio"
                      name="assistant"
                      className="sr-only"
                      checked={id === assistant?.id}
                      onChange={() => {
                        setChosen(id);
                        writing.current?.focus();
                      }}
                    />
                    <Avatar name={name} emoji={avatar} className="size-6 text-[0.625rem]" />
                    <span className="truncate">{name}</span>
                  </label>
                ))}
              </div>
            </fieldset>
          )}
          <FirstSteps onWrite={() => writing.current?.focus()} />
        </div>
      </div>
    </DropZone>
  );
}

const NoModel = ({ mayConnect }: { mayConnect: boolean }) => (
  <div className="mb-4 flex items-start gap-2.5 rounded-xl bg-warning-soft px-4 py-3 text-sm text-warning">
    <Info className="mt-0.5 size-4 shrink-0" aria-hidden />
    <p>
      No language model is connected, so replies quote what fits from your messages and files.{" "}
      {mayConnect ? (
        <Link href="/settings/models" className="font-medium underline underline-offset-2">
          Connect a model
        </Link>
      ) : (
        "An admin of your group can connect one."
      )}
    </p>
  </div>
);
