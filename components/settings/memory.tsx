"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type MemoryItem, memoriesQuery, proposalsQuery, refreshMemories } from "@/components/data/memories";
import { usePeople } from "@/components/data/people";
import { useUpdateMe } from "@/components/data/use-update-me";
import { meQuery } from "@/components/data/users";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { finishDeletions } from "@/components/ui/delete-with-undo";
import { Field, Input, SwitchField } from "@/components/ui/field";
import { LoadError } from "@/components/ui/read";
import { PageSection, Rows, Section } from "@/components/ui/section";
import { Loading } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { MAX_MEMORY_LENGTH, memoriesApi } from "@/lib/chat/memories/operations";
import { ImportMemories } from "./import-memories";
import { MemoryRow } from "./memory-row";
import { PersonalInstructionsSection } from "./personal-instructions";
import { useDeleteAllMemories, useMemoryDeletion } from "./use-memory-deletion";

export function Memory() {
  const t = useTranslations("settingsMemory");
  const title = useTranslations("settings")("memory");
  const client = useQueryClient();
  const list = useInfiniteQuery(memoriesQuery);
  const memories = list.data?.pages.flat();
  const refresh = () => refreshMemories(client);
  const { isHidden, remove } = useMemoryDeletion();
  const deleteAll = useDeleteAllMemories();
  const shown = memories?.filter((memory) => !isHidden(memory));
  return (
    <PageSection title={title} lead={t("lead")}>
      <PersonalInstructionsSection />
      <div className="mt-8 space-y-6">
        <UseMemory />
        <Add onAdded={refresh} />
      </div>
      <Proposals isHidden={isHidden} onRemove={remove} />
      <Section title={t("memories")}>
        {list.isPending && <Loading label={t("loading")} className="mt-3 h-28" />}
        {list.error && <LoadError error={list.error} retry={() => void list.refetch()} />}
        {shown?.length === 0 && <p className="mt-2 text-sm text-muted">{t("empty")}</p>}
        {shown && shown.length > 0 && (
          <Rows label={t("memories")} className="mt-3">
            {shown.map((memory) => (
              <MemoryRow key={memory.id} memory={memory} onChanged={refresh} onRemove={remove} />
            ))}
          </Rows>
        )}
        {shown && (
          <div className="mt-4 flex flex-wrap gap-3">
            <ImportMemories onImported={refresh} />
            {shown.length > 0 && (
              <>
                {list.hasNextPage && (
                  <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                    {t("showMore")}
                  </Button>
                )}
                <ConfirmButton
                  action={t("deleteAll")}
                  question={t("deleteAllQuestion")}
                  onConfirm={deleteAll}
                >
                  {t("deleteAllHelp")}
                </ConfirmButton>
              </>
            )}
          </div>
        )}
      </Section>
    </PageSection>
  );
}

function UseMemory() {
  const t = useTranslations("settingsMemory");
  const { me } = usePeople();
  const { data } = useQuery(meQuery);
  const saving = useUpdateMe();
  const stored = data ? (data.uses_memory ?? true) : me.usesMemory;
  return (
    <SwitchField
      label={t("useMemory")}
      help={t("useMemoryHelp")}
      value={saving.isPending ? saving.variables.uses_memory === true : stored}
      onChange={(uses_memory) => saving.mutate({ uses_memory })}
    />
  );
}

type ProposalsProps = {
  isHidden: (memory: MemoryItem) => boolean;
  onRemove: (memory: MemoryItem) => void;
};

function Proposals({ isHidden, onRemove }: ProposalsProps) {
  const t = useTranslations("settingsMemory");
  const client = useQueryClient();
  const { data = [] } = useQuery(proposalsQuery);
  const shown = data.filter((memory) => !isHidden(memory));
  if (shown.length === 0) return null;
  return (
    <Section title={t("proposed")} help={t("proposedHelp")}>
      <Rows label={t("proposed")} className="mt-3">
        {shown.map((memory) => (
          <MemoryRow
            key={memory.id}
            memory={memory}
            onChanged={() => refreshMemories(client)}
            onRemove={onRemove}
          />
        ))}
      </Rows>
    </Section>
  );
}

function Add({ onAdded }: { onAdded: () => Promise<unknown> }) {
  const t = useTranslations("settingsMemory");
  const problem = useProblem();
  const toast = useToast();
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (text.trim() === "") return setFailure(t("writeFirst"));
    setBusy(true);
    setFailure(undefined);
    try {
      await finishDeletions();
      await call(memoriesApi.createMemory, { body: { text } });
      setText("");
      toast(t("remembered"));
      await onAdded();
    } catch (error) {
      setFailure(problem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={add} noValidate className="flex flex-wrap items-start gap-3">
      <Field label={t("fact")} error={failure} className="min-w-60 flex-1">
        {(wiring) => (
          <Input
            {...wiring}
            value={text}
            maxLength={MAX_MEMORY_LENGTH}
            placeholder={t("factExample")}
            onChange={(event) => {
              setText(event.target.value);
              setFailure(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={isBusy} className="mt-6.5 max-[24rem]:mt-0">
        {t("remember")}
      </Button>
    </form>
  );
}
