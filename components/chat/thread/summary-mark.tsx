import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Chat } from "@/components/data/chats";
import { type ChatContext, contextQuery } from "@/components/data/context";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { contextApi } from "@/lib/replies/context/operations";
import { Mark } from "./marks";

type SummaryMarkProps = { chat: Chat; summary: NonNullable<ChatContext["summary"]> };

/** Line above the first message that isn't summarized for replies. */
export function SummaryMark({ chat, summary }: SummaryMarkProps) {
  const t = useTranslations("chatContext");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Mark>
        {t("summaryMark")}{" "}
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="font-medium text-accent underline-offset-2 hover:underline"
        >
          {t("showSummary")}
        </button>
      </Mark>
      {isOpen && <SummaryDialog {...{ chat, summary }} onClose={() => setOpen(false)} />}
    </>
  );
}

function SummaryDialog({ chat, summary, onClose }: SummaryMarkProps & { onClose: () => void }) {
  const t = useTranslations("chatContext");
  const toast = useToast();
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: () => call(contextApi.undoCompaction, { params: { chat_id: chat.uuid } }),
    onSuccess: (answer) => {
      client.setQueryData(contextQuery(chat.uuid).queryKey, answer);
      onClose();
      toast(t("undone"));
    },
    onError: toast,
  });
  return (
    <Dialog
      open
      title={t("summaryTitle")}
      onClose={onClose}
      footer={
        chat.my_role !== "member" && (
          <Button busy={undo.isPending} onClick={() => undo.mutate()}>
            {t("undo")}
          </Button>
        )
      }
    >
      <p className="text-muted">{t("summaryHelp")}</p>
      <p className="mt-3 whitespace-pre-wrap wrap-anywhere">{summary.text}</p>
    </Dialog>
  );
}
