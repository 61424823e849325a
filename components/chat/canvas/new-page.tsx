import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { addPage } from "@/components/data/canvas";
import type { Chat } from "@/components/data/chats";
import { useTranslations } from "@/components/i18n/words";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Options, Select } from "@/components/ui/field";
import { FormActions } from "@/components/ui/form-actions";
import { FormProblem } from "@/components/ui/form-problem";
import { useForm } from "@/components/ui/use-form";
import type { PageKind } from "@/lib/chat/canvas/contract";
import { MAX_TITLE_LENGTH } from "@/lib/chat/canvas/operations";
import type { Key } from "@/lib/platform/words/screens";

type PageKindName = z.output<typeof PageKind>;

const KINDS: Record<PageKindName, Key<"canvas">> = {
  markdown: "kindMarkdown",
  text: "kindText",
  code: "kindCode",
  html: "kindHtml",
  react: "kindReact",
  svg: "kindSvg",
  mermaid: "kindMermaid",
  "vega-lite": "kindVegaLite",
  csv: "kindCsv",
};

export function NewPage({
  chat,
  onMade,
  onClose,
}: {
  chat: Chat;
  onMade: (page: number) => void;
  onClose: () => void;
}) {
  const t = useTranslations("canvas");
  const client = useQueryClient();
  const [draft, setDraft] = useState({ title: "", kind: "markdown", language: "" });
  const { faults, text, isBusy, problem, wiring } = useForm({
    draft,
    setDraft,
    send: ({ title, kind, language }) =>
      addPage(client, chat.uuid, {
        title,
        kind: kind as PageKindName,
        language: kind === "code" && language.trim() !== "" ? language : null,
        text: "",
      }),
    onSaved: ({ id }) => {
      onMade(id);
      onClose();
    },
  });
  const kinds = Object.entries(KINDS).map(([id, name]) => ({ id, name: t(name) }));
  return (
    <Dialog open onClose={onClose} title={t("newPage")}>
      <form {...wiring} aria-label={t("newPage")} className="flex flex-col gap-4 p-0.5">
        <Field label={t("title")} error={faults.title}>
          {(control) => (
            <Input {...control} {...text("title")} maxLength={MAX_TITLE_LENGTH} autoComplete="off" />
          )}
        </Field>
        <Field label={t("kind")} error={faults.kind}>
          {(control) => (
            <Select {...control} {...text("kind")}>
              <Options of={kinds} />
            </Select>
          )}
        </Field>
        {draft.kind === "code" && (
          <Field label={t("language")} help={t("languageHelp")} error={faults.language}>
            {(control) => (
              <Input
                {...control}
                {...text("language")}
                maxLength={50}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
        )}
        {problem && <FormProblem message={problem} />}
        <FormActions onCancel={onClose} isBusy={isBusy}>
          {t("create")}
        </FormActions>
      </form>
    </Dialog>
  );
}
