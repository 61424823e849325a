"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Columns3 from "lucide-react/icons/columns-3";
import Info from "lucide-react/icons/info";
import MessageCircleDashed from "lucide-react/icons/message-circle-dashed";
import { Suspense, useRef, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { ChooserButton } from "@/components/chat/chooser/chooser-button";
import { useCompared } from "@/components/chat/compare/use-compared";
import { Composer, type Draft } from "@/components/chat/composer/composer";
import { keepDraft, keptDraft } from "@/components/chat/composer/drafts";
import { ExamplePrompts, withExample } from "@/components/chat/first-run/example-prompts";
import { FirstSteps } from "@/components/chat/first-run/first-steps";
import { chatsQuery } from "@/components/data/chats";
import type { Outgoing } from "@/components/data/outbox";
import { usePeople } from "@/components/data/people";
import { useFiles } from "@/components/data/use-files";
import { useWords } from "@/components/i18n/words";
import { OpenSidebar } from "@/components/shell/sidebar-state";
import { IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { DropZone } from "@/components/ui/drop-zone";
import { Link } from "@/components/ui/link";
import { Avatar } from "@/components/ui/states";
import { FirstMessages } from "./first-messages";
import { useFirstMessages } from "./use-first-messages";

const Compare = lazy(() =>
  import("@/components/chat/compare/compare").then((file) => ({ default: file.Compare })),
);

// Suggested prompts are shown to people with fewer chats than this.
const FEW_CHATS = 4;

export function NewChat({
  hasModel,
  mayConnect,
  assistantId,
}: {
  hasModel: boolean;
  mayConnect: boolean;
  assistantId?: number;
}) {
  const t = useWords("newChat");
  const ofFirstRun = useWords("firstRun");
  const ofComposer = useWords("composer");
  const { me, assistants } = usePeople();
  const writing = useRef<HTMLTextAreaElement>(null);
  const usual = assistants.find(({ is_default }) => is_default) ?? assistants[0];
  const [chosen, setChosen] = useState<number | null | undefined>(assistantId ?? usual?.id);
  const [model, setModel] = useState<string | null>(null);
  const [isTemporary, setIsTemporary] = useState(false);
  const files = useFiles();
  const compared = useCompared(writing);
  const [filled, setFilled] = useState(0);
  const { data: chats } = useInfiniteQuery({ ...chatsQuery(), enabled: false });
  const hasFewChats = (chats?.pages.flat().length ?? 0) <= FEW_CHATS;
  const assistant = chosen === null ? undefined : (assistants.find(({ id }) => id === chosen) ?? usual);
  const starters = assistant?.suggested_questions ?? [];
  const mayCompare = hasModel && assistant !== undefined && !assistant.model_is_fixed;
  const { resting, isSending, draftKey, begin } = useFirstMessages(files.files.length > 0);

  const send = ({ action, ...message }: Draft & Pick<Outgoing, "voice">) => {
    // An action produces a single reply, so no models are compared.
    const models = mayCompare && !action ? compared.take() : undefined;
    const newChat = { virtual_assistant_id: assistant?.id ?? null, model, temp: isTemporary };
    begin({ ...message, action, models, newChat });
  };
  const fill = (prompt: string) => {
    keepDraft(draftKey, withExample(ofFirstRun, keptDraft(draftKey), prompt));
    // The composer reads the draft when it mounts, so a new key remounts it.
    setFilled((times) => times + 1);
  };

  return (
    <DropZone onDrop={files.add} says={ofComposer("dropFiles")}>
      <header className="flex h-12 shrink-0 items-center px-3 max-sm:h-13 md:px-5">
        <OpenSidebar />
        <ChooserButton
          assistant={assistant ?? null}
          model={model}
          mayChoose
          onAssistant={setChosen}
          onModel={setModel}
          className="ms-auto h-9 rounded-lg px-2 text-sm hover:bg-hover sm:max-w-80 pointer-coarse:h-11"
        />
        {mayCompare && (
          <IconButton
            label={t("compareModels")}
            aria-pressed={compared.models !== undefined}
            onClick={() => (compared.models ? compared.change(undefined) : compared.begin())}
            className={pressed}
          >
            <Columns3 aria-hidden />
          </IconButton>
        )}
        <IconButton
          label={t("temporaryChat")}
          aria-pressed={isTemporary}
          onClick={() => {
            setIsTemporary(!isTemporary);
            writing.current?.focus();
          }}
          className={pressed}
        >
          <MessageCircleDashed aria-hidden />
        </IconButton>
      </header>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-4 pb-6 md:px-6">
        <div className="m-auto w-full max-w-2xl pb-[8dvh]">
          <h1 className="text-center text-greeting tracking-tight">
            {isTemporary ? t("temporaryChat") : t("greeting", { name: me.name.split(" ")[0]! })}
          </h1>
          <p className="mt-2 mb-6 text-center text-muted">
            {isTemporary
              ? t("temporaryHelp")
              : assistant?.description ||
                (assistant ? t("askAssistant", { name: assistant.name }) : t("writeFirst"))}
          </p>
          {!hasModel && <NoModel mayConnect={mayConnect} />}
          <p role="status" className="sr-only">
            {resting.some(({ isWaiting }) => isWaiting) && t("sentOnReconnect")}
          </p>
          {resting.length > 0 && <FirstMessages messages={resting} />}
          {mayCompare && compared.models && (
            <Suspense>
              <Compare models={compared.models} onChange={compared.change} />
            </Suspense>
          )}
          <Composer
            key={filled}
            ref={writing}
            draftKey={draftKey}
            placeholder={
              assistant ? ofComposer("messageTo", { name: assistant.name }) : ofComposer("writeMessage")
            }
            files={files}
            onSend={send}
            onVoice={(voice, file) => send({ text: "", files: [file], voice })}
            isSending={isSending}
          />
          {starters.length > 0 ? (
            <Starters of={starters} onChoose={fill} />
          ) : (
            hasFewChats && <ExamplePrompts onChoose={fill} />
          )}
          {assistants.length > 1 && (
            <fieldset className="mt-5">
              <legend className="mb-2 w-full text-center text-sm text-muted">{t("whoReplies")}</legend>
              <div className="flex flex-wrap justify-center gap-2">
                {assistants.map(({ id, name, avatar, avatar_url }) => (
                  <label
                    key={id}
                    className={cx(
                      "inline-flex max-w-full cursor-pointer items-center gap-2 rounded-full border bg-surface py-1.5 pe-3.5 ps-1.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent hover:bg-hover",
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
                    <Avatar name={name} emoji={avatar} url={avatar_url} className="size-6 text-[0.625rem]" />
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

function Starters({ of: starters, onChoose }: { of: string[]; onChoose: (text: string) => void }) {
  const t = useWords("newChat");
  return (
    <ul aria-label={t("starters")} className="mt-4 grid gap-2 sm:grid-cols-2">
      {starters.map((starter) => (
        <li key={starter}>
          <button
            type="button"
            onClick={() => onChoose(starter)}
            className="h-full w-full rounded-xl border bg-surface px-3.5 py-2.5 text-start text-sm hover:border-line-strong hover:bg-hover"
          >
            {starter}
          </button>
        </li>
      ))}
    </ul>
  );
}

const pressed = "aria-pressed:bg-accent-soft aria-pressed:text-accent";

function NoModel({ mayConnect }: { mayConnect: boolean }) {
  const t = useWords("newChat");
  return (
    <div className="mb-4 flex items-start gap-2.5 rounded-xl bg-warning-soft px-4 py-3 text-sm text-warning">
      <Info className="mt-0.5 size-4 shrink-0" aria-hidden />
      <p>
        {t("noModel")}{" "}
        {mayConnect ? (
          <Link href="/settings/models" className="font-medium underline underline-offset-2">
            {t("connectModel")}
          </Link>
        ) : (
          t("adminConnects")
        )}
      </p>
    </div>
  );
}
