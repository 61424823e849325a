"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { chatsQuery } from "@/components/data/chats";
import { useRefreshDocuments } from "@/components/data/documents";
import { useTranslations } from "@/components/i18n/words";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Select } from "@/components/ui/field";
import { FormActions } from "@/components/ui/form-actions";
import { FormProblem } from "@/components/ui/form-problem";
import { useToast } from "@/components/ui/toast";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { documentsApi } from "@/lib/knowledge/documents/operations";

export function SaveText({ name, text, onClose }: { name: string; text: string; onClose: () => void }) {
  const t = useTranslations("video");
  const { data } = useInfiniteQuery(chatsQuery());
  const chats = data?.pages.flat() ?? [];
  const say = useToast();
  const readAgain = useRefreshDocuments();
  const [draft, setDraft] = useState({ name, chat: "" });
  const form = useForm({
    draft,
    setDraft,
    send: ({ name, chat }) =>
      call(documentsApi.addDocuments, {
        body: { chat_id: chat || undefined },
        files: [toMarkdownFile(name, text)],
      }),
    onSaved: ([saved], { chat }) => {
      const place = chats.find(({ uuid }) => uuid === chat)?.name;
      const file = saved?.file_name ?? name;
      say(place ? t("savedInChat", { file, chat: place }) : t("savedInLibrary", { file }));
      void readAgain();
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={t("saveAsDocument")}>
      <form {...form.wiring} className="flex flex-col gap-4 p-0.5">
        {form.problem && <FormProblem message={form.problem} />}
        <Field label={t("name")} help={t("nameHelp")} error={form.faults.name} required>
          {(wiring) => <Input {...wiring} {...form.text("name")} maxLength={190} autoFocus />}
        </Field>
        <Field label={t("place")} help={draft.chat ? undefined : t("placeHelp")}>
          {(wiring) => (
            <Select {...wiring} {...form.text("chat")}>
              <option value="">{t("library")}</option>
              {chats.map(({ uuid, name }) => (
                <option key={uuid} value={uuid}>
                  {t("chat", { name })}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <FormActions onCancel={onClose} isBusy={form.isBusy} isIncomplete={draft.name.trim() === ""}>
          {t("save")}
        </FormActions>
      </form>
    </Dialog>
  );
}

export const toMarkdownFile = (name: string, text: string): File =>
  new File([text], `${name.trim().replace(/[/\\\p{Cc}]/gu, " ")}.md`, { type: "text/markdown" });
