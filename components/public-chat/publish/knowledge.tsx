"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { assistantQuery } from "@/components/data/assistants";
import type { Chat } from "@/components/data/chats";
import { collectionsQuery } from "@/components/data/documents";
import { type Knowledge, publicKnowledgeQuery } from "@/components/data/public-knowledge";
import { useProblem } from "@/components/i18n/problem";
import { useWords } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { CheckboxRow } from "@/components/ui/checkbox-row";
import { SwitchField } from "@/components/ui/field";
import { Read } from "@/components/ui/read";
import { Section } from "@/components/ui/section";
import { call } from "@/lib/api/client";
import { publicKnowledgeApi } from "@/lib/surfaces/public-chats/contract";
import { KnowledgeDocuments } from "./knowledge-documents";

export function KnowledgeForVisitors({ chat }: { chat: Chat }) {
  const t = useWords("shareKnowledge");
  const query = useQuery(publicKnowledgeQuery(chat.uuid));
  return (
    <Section title={t("title")} help={t("about")} className="">
      <p className="mt-3 flex gap-2 rounded-lg bg-warning-soft p-3 text-sm text-warning">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden /> {t("warning")}
      </p>
      {!(chat.documents_and_collections_enabled && chat.search_in_documents) && (
        <p className="mt-3 text-sm">{t("off")}</p>
      )}
      <Read query={query} loading={t("loading")} className="mt-3 h-32 rounded-xl">
        {(knowledge) => <Choice chat={chat} knowledge={knowledge} />}
      </Read>
    </Section>
  );
}

const toggled = (ids: ReadonlySet<number>, id: number, isIn: boolean): ReadonlySet<number> =>
  new Set(isIn ? [...ids, id] : [...ids].filter((each) => each !== id));

function Choice({ chat, knowledge }: { chat: Chat; knowledge: Knowledge }) {
  const t = useWords("shareKnowledge");
  const problem = useProblem();
  const client = useQueryClient();
  const attached = useQuery(collectionsQuery(chat.uuid));
  const [documents, setDocuments] = useState<ReadonlySet<number>>(
    () => new Set(knowledge.documents.map(({ id }) => id)),
  );
  const [collections, setCollections] = useState<ReadonlySet<number>>(
    () => new Set(knowledge.collections.map(({ id }) => id)),
  );
  const [opensFiles, setOpensFiles] = useState(knowledge.opens_files);
  const assistant = useQuery({
    ...assistantQuery(chat.virtual_assistant?.id ?? 0),
    enabled: chat.virtual_assistant !== null,
  });
  const known = assistant.data ?? { documents: [], collections: [] };
  const shelves = [
    ...chat.collections,
    ...known.collections.filter(({ id }) => !chat.collections.some((each) => each.id === id)),
  ];
  const isReader = chat.my_role === "member";
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
  return (
    <form
      className="mt-4 space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {shelves.length > 0 && (
        <fieldset disabled={isReader}>
          <legend className="text-sm font-medium">{t("collections")}</legend>
          <ul className="mt-2 divide-y rounded-xl border bg-surface text-sm">
            {shelves.map(({ id, name }) => {
              const count = attached.data?.find((each) => each.id === id)?.documents_count;
              return (
                <CheckboxRow
                  key={id}
                  name={name}
                  note={count === undefined ? undefined : t("collectionHelp", { count })}
                  isChosen={collections.has(id)}
                  onChoose={(isIn) => change(setCollections, toggled(collections, id, isIn))}
                />
              );
            })}
          </ul>
        </fieldset>
      )}
      {known.documents.length > 0 && (
        <fieldset disabled={isReader}>
          <legend className="text-sm font-medium">
            {t("ofAssistant", { name: chat.virtual_assistant?.name ?? "" })}
          </legend>
          <ul className="mt-2 divide-y rounded-xl border bg-surface text-sm">
            {known.documents.map(({ id, file_name }) => (
              <CheckboxRow
                key={id}
                name={file_name}
                isChosen={documents.has(id)}
                onChoose={(isIn) => change(setDocuments, toggled(documents, id, isIn))}
              />
            ))}
          </ul>
        </fieldset>
      )}
      <KnowledgeDocuments
        chat={chat}
        chosen={documents}
        isReader={isReader}
        onChoose={(id, isIn) => change(setDocuments, toggled(documents, id, isIn))}
      />
      {documents.size + collections.size === 0 && <p className="text-sm text-muted">{t("none")}</p>}
      {isReader ? (
        <p className="text-sm text-muted">{t("membersOnly")}</p>
      ) : (
        <>
          <SwitchField
            label={t("opensFiles")}
            help={t("opensFilesHelp")}
            value={opensFiles}
            onChange={(on) => change(setOpensFiles, on)}
          />
          <Button type="submit" busy={save.isPending}>
            {t("save")}
          </Button>
        </>
      )}
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
