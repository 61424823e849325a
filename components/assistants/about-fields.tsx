"use client";

import { useTranslations } from "@/components/i18n/words";
import { Field, Input, Textarea } from "@/components/ui/field";
import { AvatarField } from "./avatar-field";
import type { FieldsProps } from "./fields";

export function AboutFields({ draft, faults, set, text, saved, onPicture }: FieldsProps) {
  const t = useTranslations("assistants");
  return (
    <>
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
        saved={saved}
        fault={faults.avatar}
        onChange={(avatar) => set({ avatar })}
        onPicture={onPicture}
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
      <Field
        label={t("suggestedQuestions")}
        help={t("suggestedQuestionsHelp")}
        error={faults.suggested_questions}
      >
        {(wiring) => <Textarea {...wiring} {...text("suggested_questions")} rows={3} />}
      </Field>
      <Field label={t("greeting")} help={t("greetingHelp")} error={faults.greeting}>
        {(wiring) => <Textarea {...wiring} {...text("greeting")} rows={2} maxLength={1000} />}
      </Field>
    </>
  );
}
