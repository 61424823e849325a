"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type Dispatch, type SetStateAction, useEffect } from "react";
import { type Assistant, refreshAssistants } from "@/components/data/assistants";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { assistantsApi } from "@/lib/chat/assistants/operations";
import { AboutFields } from "./about-fields";
import { AccessFields } from "./access-fields";
import {
  type AssistantDraft,
  type AssistantRights,
  FORM_TABS,
  type FormTab,
  getTab,
  type Tab,
  toInput,
} from "./draft";
import type { FieldsProps } from "./fields";
import { KnowledgeFields } from "./knowledge-fields";
import { ModelFields } from "./model-fields";
import { StepsFields } from "./steps-fields";
import { ToolChoice } from "./tool-choice";

type AssistantFormProps = {
  draft: AssistantDraft;
  setDraft: Dispatch<SetStateAction<AssistantDraft>>;
  saved: Assistant | undefined;
  isDirty: boolean;
  /** True when the assistant was created and its own page is about to open. */
  isMoving: boolean;
  rights: AssistantRights;
  tab: Tab;
  onTab: (tab: Tab) => void;
  onPicture: (assistant: Assistant) => void;
  onSaved: (assistant: Assistant, sent: AssistantDraft) => void;
};

const parts: Record<FormTab, (props: FieldsProps) => React.ReactNode> = {
  about: AboutFields,
  knowledge: KnowledgeFields,
  model: ModelFields,
  tools: (props) => (
    <>
      <ToolChoice value={props.draft.tools} onChange={(tools) => props.set({ tools })} />
      <StepsFields {...props} />
    </>
  ),
  access: AccessFields,
};

export function AssistantForm(props: AssistantFormProps) {
  const { draft, setDraft, saved, isDirty, isMoving, rights, tab, onTab, onSaved } = props;
  const t = useTranslations("assistants");
  const client = useQueryClient();
  const { faults, set, text, isBusy, isSaved, problem, wiring } = useForm({
    draft,
    setDraft,
    send: (sent): Promise<Assistant> => {
      const body = toInput(sent, rights, saved);
      return saved
        ? call(assistantsApi.updateAssistant, { params: { id: saved.id }, body })
        : call(assistantsApi.createAssistant, { body });
    },
    onSaved: async (assistant, sent) => {
      onSaved(assistant, sent);
      await refreshAssistants(client);
    },
    isClosed: isMoving,
    // Only the mention name must be unique.
    unique: "mention_name",
    names: { document_ids: "documents", collection_ids: "collections", colleague_ids: "colleagues" },
  });
  const form = wiring.ref;
  const addDocument = ({ id, file_name }: AssistantDraft["documents"][number]) =>
    setDraft((now) =>
      now.documents.some((one) => one.id === id)
        ? now
        : { ...now, documents: [...now.documents, { id, file_name }] },
    );
  const wrong = (Object.keys(faults) as (keyof AssistantDraft)[]).map(getTab);
  const isElsewhere = wrong.length > 0 && !wrong.includes(tab as FormTab);
  const [first] = wrong;
  useEffect(() => {
    if (isElsewhere && first) onTab(first);
  }, [faults]);
  useEffect(() => {
    if (wrong.length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tab]);

  return (
    <form {...wiring} aria-label={t("assistant")}>
      {problem && <FormProblem message={problem} />}
      {FORM_TABS.map((name) => {
        const Part = parts[name];
        return (
          <div key={name} hidden={name !== tab} className="space-y-5">
            <Part {...{ draft, faults, set, addDocument, text, saved, rights }} onPicture={props.onPicture} />
          </div>
        );
      })}
      <div className="sticky bottom-0 mt-5 flex items-center gap-3 border-t bg-page py-3">
        <Button type="submit" variant="primary" busy={isBusy}>
          {t(saved ? "save" : "create")}
        </Button>
        <p role="status" className="text-sm text-muted">
          {isDirty ? t("unsaved") : isSaved ? t("saved") : ""}
        </p>
      </div>
    </form>
  );
}
