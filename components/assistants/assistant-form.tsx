"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type Assistant, refreshAssistants } from "@/components/data/assistants";
import { Button } from "@/components/ui/button";
import { Field, Input, SwitchField, Textarea } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { useForm } from "@/components/ui/use-form";
import { useWords } from "@/components/words/words";
import { call } from "@/lib/api/client";
import { assistantsApi } from "@/lib/chat/assistants/contract";
import { AvatarField } from "./avatar-field";
import { type Draft, inputOf } from "./draft";
import { ModelSelect } from "./model-select";
import { SamplingFields } from "./sampling-fields";
import { ToolChoice } from "./tool-choice";

type Props = {
  draft: Draft;
  setDraft: (draft: Draft) => void;
  saved: Assistant | undefined;
  isDirty: boolean;
  /** It was made, and the page is being replaced by its own. */
  isMoving: boolean;
  mayManage: boolean;
  onSaved: (assistant: Assistant, sent: Draft) => void;
};

export function AssistantForm({ draft, setDraft, saved, isDirty, isMoving, mayManage, onSaved }: Props) {
  const t = useWords("assistants");
  const client = useQueryClient();
  const { faults, set, text, isBusy, isSaved, problem, wiring } = useForm({
    draft,
    setDraft,
    send: (sent): Promise<Assistant> =>
      saved
        ? call(assistantsApi.updateAssistant, { params: { id: saved.id }, body: inputOf(sent) })
        : call(assistantsApi.createAssistant, { body: inputOf(sent) }),
    onSaved: async (assistant, sent) => {
      onSaved(assistant, sent);
      await refreshAssistants(client);
    },
    isClosed: isMoving,
    // The only thing that two assistants cannot share.
    unique: "mention_name",
  });

  return (
    <form {...wiring} aria-label={t("assistant")}>
      <fieldset disabled={!mayManage} className="space-y-5">
        {!mayManage && <p className="rounded-xl bg-sunken px-4 py-3 text-sm text-muted">{t("readOnly")}</p>}
        {problem && <FormProblem message={problem} />}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t("name")} error={faults.name} required>
            {(wiring) => <Input {...wiring} {...text("name")} maxLength={100} autoComplete="off" />}
          </Field>
          <Field label={t("mentionName")} help={t("mentionNameHelp")} error={faults.mention_name}>
            {(wiring) => (
              <Input
                {...wiring}
                {...text("mention_name")}
                placeholder={t("mentionNameExample")}
                maxLength={65}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
        </div>
        <AvatarField
          value={draft.avatar}
          name={draft.name}
          fault={faults.avatar}
          onChange={(avatar) => set({ avatar })}
        />
        <Field label={t("description")} help={t("descriptionHelp")} error={faults.description}>
          {(wiring) => <Input {...wiring} {...text("description")} maxLength={500} autoComplete="off" />}
        </Field>
        <Field label={t("instructions")} help={t("instructionsHelp")} error={faults.instructions}>
          {(wiring) => (
            <Textarea
              {...wiring}
              {...text("instructions")}
              rows={10}
              className="field-sizing-content max-h-[32rem] min-h-40"
            />
          )}
        </Field>
        <ModelSelect value={draft.model} fault={faults.model} onChange={(model) => set({ model })} />
        <SwitchField
          label={t("always")}
          help={t("alwaysHelp")}
          value={draft.model_is_fixed}
          onChange={(isFixed) => set({ model_is_fixed: isFixed })}
        />
        <SamplingFields draft={draft} faults={faults} onChange={set} />
        <ToolChoice value={draft.tools} onChange={(tools) => set({ tools })} />
        <fieldset className="space-y-5 border-t pt-5">
          <legend className="float-start mb-5 w-full font-medium">{t("inPublicChats")}</legend>
          <div className="clear-both">
            <Field label={t("greeting")} help={t("greetingHelp")} error={faults.greeting}>
              {(wiring) => <Textarea {...wiring} {...text("greeting")} rows={2} maxLength={1000} />}
            </Field>
          </div>
          <Field
            label={t("suggestedQuestions")}
            help={t("suggestedQuestionsHelp")}
            error={faults.suggested_questions}
          >
            {(wiring) => <Textarea {...wiring} {...text("suggested_questions")} rows={3} />}
          </Field>
        </fieldset>
        <SwitchField
          label={t("defaultAssistant")}
          help={t("defaultAssistantHelp")}
          value={draft.is_default}
          onChange={(isDefault) => set({ is_default: isDefault })}
        />
        {mayManage && (
          <div className="flex items-center gap-3">
            <Button type="submit" variant="primary" busy={isBusy}>
              {t(saved ? "save" : "create")}
            </Button>
            <p role="status" className="text-sm text-muted">
              {isDirty ? t("unsaved") : isSaved ? t("saved") : ""}
            </p>
          </div>
        )}
      </fieldset>
    </form>
  );
}
