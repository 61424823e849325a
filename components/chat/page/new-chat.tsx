"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Columns3 from "lucide-react/icons/columns-3";
import MessageCircleDashed from "lucide-react/icons/message-circle-dashed";
import { Suspense, useRef, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { ChooserButton } from "@/components/chat/chooser/chooser-button";
import { useCompared } from "@/components/chat/compare/use-compared";
import { Composer } from "@/components/chat/composer/composer";
import { getDraft, saveDraft } from "@/components/chat/composer/drafts";
import type { Draft } from "@/components/chat/composer/use-sending";
import { ExamplePrompts, withExample } from "@/components/chat/first-run/example-prompts";
import { FirstSteps } from "@/components/chat/first-run/first-steps";
import { MemoryChoice } from "@/components/chat/first-run/memory-choice";
import { chatsQuery } from "@/components/data/chats";
import type { Outgoing } from "@/components/data/outbox";
import { usePeople } from "@/components/data/people";
import { useCollectionChoice } from "@/components/data/use-collection-choice";
import { useFiles } from "@/components/data/use-files";
import { useTranslations } from "@/components/i18n/words";
import { OpenSidebar } from "@/components/shell/sidebar-state";
import { IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { DropZone } from "@/components/ui/drop-zone";
import { StableSuspense } from "@/components/ui/stable-suspense";
import { Avatar } from "@/components/ui/states";
import { FirstMessages } from "./first-messages";
import { NoModel } from "./no-model";
import type { ChosenProject } from "./project-choice";
import { useFirstMessages } from "./use-first-messages";
import { type Replier, useReplier, useReplyOptions } from "./use-replier";

const Compare = lazy(() =>
  import("@/components/chat/compare/compare").then((file) => ({ default: file.Compare })),
);

const ProjectChoice = lazy(() =>
  import("./project-choice").then((file) => ({ default: file.ProjectChoice })),
);
const ComposerOptions = lazy(() =>
  import("@/components/chat/composer/composer-options").then((file) => ({ default: file.ComposerOptions })),
);

// Suggested prompts are shown to people with fewer chats than this.
const FEW_CHATS = 4;

type NewChatProps = { hasModel: boolean; canConnect: boolean; assistantId?: number };

export function NewChat({ hasModel, canConnect, assistantId }: NewChatProps) {
  const t = useTranslations("newChat");
  const ofComposer = useTranslations("composer");
  const writing = useRef<HTMLTextAreaElement>(null);
  const [isTemporary, setIsTemporary] = useState(false);
  const { me } = usePeople();
  const options = useReplyOptions(isTemporary);
  const [chosenProject, setProject] = useState<ChosenProject>();
  const project = isTemporary ? undefined : chosenProject;
  const replier = useReplier(assistantId, project);
  const { assistant, model } = replier;
  const files = useFiles();
  const collectionChoice = useCollectionChoice();
  const compared = useCompared(writing);
  const canCompare = hasModel && assistant !== undefined && !assistant.model_is_fixed;
  const { resting, isSending, draftKey, begin } = useFirstMessages(
    files.files.length + collectionChoice.collections.length > 0,
  );
  const { filled, fill } = useFilledDraft(draftKey);

  const send = ({ action, ...message }: Draft & Pick<Outgoing, "voice">) => {
    // An action produces a single reply, so no models are compared.
    const models = canCompare && !action ? compared.take() : undefined;
    const newChat = {
      // The server knows what a project has for new chats before this page does.
      virtual_assistant_id: replier.knowsAssistant ? (assistant?.id ?? null) : undefined,
      model: replier.knowsModel ? model : undefined,
      temp: isTemporary,
      global_memory: options.chosen.usesMemory ?? false,
      tool_switches: options.chosen.toolSwitches,
      reasoning_effort: options.chosen.effort,
      ...(project && { chat_workspace_id: project.id, search_in_workspace: true }),
      collection_ids: collectionChoice.collections.map(({ id }) => id),
    };
    collectionChoice.clear();
    begin({ ...message, action, models, newChat });
  };
  const focus = () => writing.current?.focus();

  return (
    <DropZone onDrop={files.add} says={ofComposer("dropFiles")} isWindow>
      <NewChatHeader
        replier={replier}
        compared={canCompare ? compared : undefined}
        isTemporary={isTemporary}
        onTemporary={() => {
          setIsTemporary(!isTemporary);
          focus();
        }}
      />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-4 pb-6 md:px-6">
        <div className="m-auto w-full max-w-2xl pb-[8dvh]">
          <Greeting assistant={assistant} isTemporary={isTemporary} />
          {!hasModel && <NoModel canConnect={canConnect} />}
          <p role="status" className="sr-only">
            {resting.some(({ isWaiting }) => isWaiting) && t("sentOnReconnect")}
          </p>
          {resting.length > 0 && <FirstMessages messages={resting} />}
          {canCompare && compared.models && (
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
            canAttachCollections={assistant !== undefined}
            collectionChoice={collectionChoice}
            tools={() => (
              <StableSuspense fallback={<div className="size-9" />}>
                {assistant && (
                  <ComposerOptions
                    assistantId={assistant.id}
                    options={options.chosen}
                    onChange={options.change}
                  />
                )}
                {!isTemporary && <ProjectChoice project={project} onChoose={setProject} />}
              </StableSuspense>
            )}
          />
          <Suggestions starters={assistant?.suggested_questions ?? []} onChoose={fill} />
          <WhoReplies
            chosenId={assistant?.id}
            onChoose={(id) => {
              replier.setChosen(id);
              focus();
            }}
          />
          {hasModel && !me.hasChosenMemory && !isTemporary && (
            <MemoryChoice
              onChosen={() => {
                options.change({ usesMemory: undefined });
                focus();
              }}
            />
          )}
          <FirstSteps onWrite={focus} />
        </div>
      </div>
    </DropZone>
  );
}

// Puts a suggested prompt into the draft.
function useFilledDraft(draftKey: string) {
  const ofFirstRun = useTranslations("firstRun");
  const [filled, setFilled] = useState(0);
  const fill = (prompt: string) => {
    saveDraft(draftKey, withExample(ofFirstRun, getDraft(draftKey), prompt));
    // The composer reads the draft when it mounts, so a new key remounts it.
    setFilled((times) => times + 1);
  };
  return { filled, fill };
}

type NewChatHeaderProps = {
  replier: Replier;
  /** Absent if models can't be compared. */
  compared: ReturnType<typeof useCompared> | undefined;
  isTemporary: boolean;
  onTemporary: () => void;
};

function NewChatHeader({ replier, compared, isTemporary, onTemporary }: NewChatHeaderProps) {
  const t = useTranslations("newChat");
  return (
    <header className="flex h-12 shrink-0 items-center px-3 max-sm:h-13 md:px-5">
      <OpenSidebar />
      <ChooserButton
        assistant={replier.assistant ?? null}
        model={replier.model}
        canChoose
        onAssistant={replier.setChosen}
        onModel={replier.setModel}
        className="ms-auto h-9 rounded-lg px-2 text-sm hover:bg-hover sm:max-w-80 pointer-coarse:h-11"
      />
      {compared && (
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
        onClick={onTemporary}
        className={pressed}
      >
        <MessageCircleDashed aria-hidden />
      </IconButton>
    </header>
  );
}

function Greeting({ assistant, isTemporary }: Pick<Replier, "assistant"> & { isTemporary: boolean }) {
  const t = useTranslations("newChat");
  const { me } = usePeople();
  return (
    <>
      <h1 className="text-center text-greeting tracking-tight">
        {isTemporary ? t("temporaryChat") : t("greeting", { name: me.name.split(" ")[0]! })}
      </h1>
      <p className="mt-2 mb-6 text-center text-muted">
        {isTemporary
          ? t("temporaryHelp")
          : assistant?.description ||
            (assistant ? t("askAssistant", { name: assistant.name }) : t("writeFirst"))}
      </p>
    </>
  );
}

type SuggestionsProps = { starters: string[]; onChoose: (prompt: string) => void };

function Suggestions({ starters, onChoose }: SuggestionsProps) {
  const { data: chats } = useInfiniteQuery({ ...chatsQuery(), enabled: false });
  const hasFewChats = (chats?.pages.flat().length ?? 0) <= FEW_CHATS;
  return starters.length > 0 ? (
    <Starters of={starters} onChoose={onChoose} />
  ) : (
    hasFewChats && <ExamplePrompts onChoose={onChoose} />
  );
}

type WhoRepliesProps = { chosenId: number | undefined; onChoose: (id: number) => void };

function WhoReplies({ chosenId, onChoose }: WhoRepliesProps) {
  const t = useTranslations("newChat");
  const { assistants } = usePeople();
  if (assistants.length < 2) return null;
  return (
    <fieldset className="mt-5">
      <legend className="mb-2 w-full text-center text-sm text-muted">{t("whoReplies")}</legend>
      <div className="flex flex-wrap justify-center gap-2">
        {assistants.map(({ id, name, avatar, avatar_url }) => (
          <label
            key={id}
            className={cx(
              "inline-flex max-w-full cursor-pointer items-center gap-2 rounded-full border bg-surface py-1.5 pe-3.5 ps-1.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent hover:bg-hover",
              id === chosenId && "border-accent bg-accent-soft",
            )}
          >
            <input
              type="radio"
              name="assistant"
              className="sr-only"
              checked={id === chosenId}
              onChange={() => onChoose(id)}
            />
            <Avatar name={name} emoji={avatar} url={avatar_url} className="size-6 text-[0.625rem]" />
            <span className="truncate">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Starters({ of: starters, onChoose }: { of: string[]; onChoose: (text: string) => void }) {
  const t = useTranslations("newChat");
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
