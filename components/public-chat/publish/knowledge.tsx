"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { assistantQuery } from "@/components/data/assistants";
import type { Chat } from "@/components/data/chats";
import { collectionsQuery } from "@/components/data/documents";
import { type Knowledge, publicKnowledgeQuery } from "@/components/data/public-knowledge";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { CheckboxRow } from "@/components/ui/checkbox-row";
import { SwitchField } from "@/components/ui/field";
import { QueryBoundary } from "@/components/ui/read";
import { Section } from "@/components/ui/section";
import { call } from "@/lib/api/client";
import { publicKnowledgeApi } from "@/lib/channels/public-chats/operations";
import { KnowledgeDocuments } from "./knowledge-documents";

export function KnowledgeForVisitors({ chat }: { chat: Chat }) {
  const t = useTranslations("shareKnowledge");
  const query = useQuery(publicKnowledgeQuery(chat.uuid));
  return (
    <Section title={t("title")} help={t("about")} className="">
      <p className="mt-3 flex gap-2 rounded-lg bg-warning-soft p-3 text-sm text-warning">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden /> {t("warning")}
      </p>
      {!(chat.documents_and_collections_enabled && chat.search_in_documents) && (
        <p className="mt-3 text-sm">{t("off")}</p>
      )}
      <QueryBoundary query={query} loading={t("loading")} className="mt-3 h-32 rounded-xl">
        {(knowledge) => <Choice chat={chat} knowledge={knowledge} />}
      </QueryBoundary>
    </Section>
  );
}

const toggled = (ids: ReadonlySet<number>, id: number, isIn: boolean): ReadonlySet<number> =>
  new Set(isIn ? [...ids, id] : [...ids].filter((each) => each !== id));

function Choice({ chat, knowledge }: { chat: Chat; knowledge: Knowledge }) {
  const t = useTranslations("shareKnowledge");
  const problem = useProblem();
  const { shelves, documents: assistantDocuments } = useSharableKnowledge(chat);
  const draft = useKnowledgeDraft(chat, knowledge, shelves);
  const { documents, collections, save, chooseDocument } = draft;
  return (
    <form
      className="mt-4 space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {shelves.length > 0 && (
        <CollectionRows shelves={shelves} chosen={collections} onChoose={draft.chooseCollection} />
      )}
      {assistantDocuments.length > 0 && (
        <fieldset>
          <legend className="text-sm font-medium">
            {t("ofAssistant", { name: chat.virtual_assistant?.name ?? "" })}
          </legend>
          <ul className="mt-2 divide-y rounded-xl border bg-surface text-sm">
            {assistantDocuments.map(({ id, file_name }) => (
              <CheckboxRow
                key={id}
                name={file_name}
                isChosen={documents.has(id)}
                onChoose={(isIn) => chooseDocument(id, isIn)}
              />
            ))}
          </ul>
        </fieldset>
      )}
      <KnowledgeDocuments chat={chat} chosen={documents} onChoose={chooseDocument} />
      {documents.size + collections.size === 0 && <p className="text-sm text-muted">{t("none")}</p>}
      <SwitchField
        label={t("opensFiles")}
        help={t("opensFilesHelp")}
        value={draft.opensFiles}
        onChange={draft.setOpensFiles}
      />
      <Button type="submit" busy={save.isPending}>
        {t("save")}
      </Button>
      <p role="status" className="text-sm text-muted">
        {save.isSuccess ? t("saved") : ""}
      </p>
      {save.error && (
        <p role="alert" className="text-sm text-danger">
          {problem(save.error)}
        </p>
      )}
    </form>
  );
}

// Collections of the chat and of its assistant, and the assistant's documents.
function useSharableKnowledge(chat: Chat) {
  const attached = useQuery(collectionsQuery(chat.uuid));
  const assistant = useQuery({
    ...assistantQuery(chat.virtual_assistant?.id ?? 0),
    enabled: chat.virtual_assistant !== null,
  });
  const { documents, collections } = assistant.data ?? { documents: [], collections: [] };
  const shelves = [
    ...chat.collections,
    ...collections.filter(({ id }) => !chat.collections.some((each) => each.id === id)),
  ].map(({ id, name }) => ({
    id,
    name,
    count: attached.data?.find((each) => each.id === id)?.documents_count,
  }));
  return { shelves, documents };
}

type Shelf = ReturnType<typeof useSharableKnowledge>["shelves"][number];

function useKnowledgeDraft(chat: Chat, knowledge: Knowledge, shelves: Shelf[]) {
  const client = useQueryClient();
  const [documents, setDocuments] = useState<ReadonlySet<number>>(
    () => new Set(knowledge.documents.map(({ id }) => id)),
  );
  const [collections, setCollections] = useState<ReadonlySet<number>>(
    () => new Set(knowledge.collections.map(({ id }) => id)),
  );
  const [opensFiles, setOpensFiles] = useState(knowledge.opens_files);
  const { queryKey } = publicKnowledgeQuery(chat.uuid);
  const save = useMutation({
    mutationFn: () =>
      call(publicKnowledgeApi.setPublicKnowledge, {
        params: { chat_id: chat.uuid },
        body: {
          document_ids: [...documents],
          // Collections detached meanwhile can't be selected.
          collection_ids: [...collections].filter((id) => shelves.some((each) => each.id === id)),
          opens_files: opensFiles,
        },
      }),
    onSuccess: (answer) => client.setQueryData(queryKey, answer),
  });
  const change = <T,>(set: (value: T) => void, value: T) => {
    save.reset();
    set(value);
  };
  return {
    documents,
    collections,
    opensFiles,
    save,
    chooseDocument: (id: number, isIn: boolean) => change(setDocuments, toggled(documents, id, isIn)),
    chooseCollection: (id: number, isIn: boolean) => change(setCollections, toggled(collections, id, isIn)),
    setOpensFiles: (on: boolean) => change(setOpensFiles, on),
  };
}

type CollectionRowsProps = {
  shelves: Shelf[];
  chosen: ReadonlySet<number>;
  onChoose: (id: number, isIn: boolean) => void;
};

function CollectionRows({ shelves, chosen, onChoose }: CollectionRowsProps) {
  const t = useTranslations("shareKnowledge");
  return (
    <fieldset>
      <legend className="text-sm font-medium">{t("collections")}</legend>
      <ul className="mt-2 divide-y rounded-xl border bg-surface text-sm">
        {shelves.map(({ id, name, count }) => (
          <CheckboxRow
            key={id}
            name={name}
            note={count === undefined ? undefined : t("collectionHelp", { count })}
            isChosen={chosen.has(id)}
            onChoose={(isIn) => onChoose(id, isIn)}
          />
        ))}
      </ul>
    </fieldset>
  );
}
