"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { memoriesQuery, refreshMemories } from "@/components/data/memories";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Field, Input } from "@/components/ui/field";
import { Unread } from "@/components/ui/read";
import { PageSection, Rows, Section } from "@/components/ui/section";
import { Loading } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { LONGEST_MEMORY, memoriesApi } from "@/lib/chat/memories/contract";
import { MemoryRow } from "./memory-row";

/** What assistants remember about the reader: all of it to see, to change and to delete. */
export function Memory() {
  const client = useQueryClient();
  const list = useInfiniteQuery(memoriesQuery);
  const memories = list.data?.pages.flat();
  const refresh = () => refreshMemories(client);
  return (
    <PageSection
      title="Memory"
      lead="What assistants remember about you in this group. They learn and use it only in chats with “Global memory” turned on where nobody else can read the answers."
    >
      <Add onAdded={refresh} />
      <Section title="Memories">
        {list.isPending && <Loading label="Loading the memories" className="mt-3 h-28" />}
        {list.error && <Unread error={list.error} retry={() => void list.refetch()} />}
        {memories?.length === 0 && (
          <p className="mt-2 text-sm text-muted">
            Nothing is remembered about you. Write a fact above, or tell one to an assistant in a chat with
            “Global memory”.
          </p>
        )}
        {memories && memories.length > 0 && (
          <>
            <Rows label="Memories" className="mt-3">
              {memories.map((memory) => (
                <MemoryRow key={memory.id} memory={memory} onChanged={refresh} />
              ))}
            </Rows>
            <div className="mt-4 flex flex-wrap gap-3">
              {list.hasNextPage && (
                <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  Show more
                </Button>
              )}
              <ConfirmButton
                action="Delete all"
                question="Delete everything that is remembered about you?"
                onConfirm={async () => {
                  await call(memoriesApi.deleteMemories, {});
                  await refresh();
                }}
              >
                Assistants of this group forget all of it. This cannot be undone.
              </ConfirmButton>
            </div>
          </>
        )}
      </Section>
    </PageSection>
  );
}

function Add({ onAdded }: { onAdded: () => Promise<unknown> }) {
  const toast = useToast();
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (text.trim() === "") return setFailure("Write a fact first.");
    setBusy(true);
    setFailure(undefined);
    try {
      await call(memoriesApi.createMemory, { body: { text } });
      setText("");
      toast("Remembered.");
      await onAdded();
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={add} noValidate className="flex flex-wrap items-start gap-3">
      <Field label="A fact about you" error={failure} className="min-w-60 flex-1">
        {(wiring) => (
          <Input
            {...wiring}
            value={text}
            maxLength={LONGEST_MEMORY}
            placeholder="I prefer short answers."
            onChange={(event) => {
              setText(event.target.value);
              setFailure(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={isBusy} className="sm:mt-6.5">
        Remember
      </Button>
    </form>
  );
}
