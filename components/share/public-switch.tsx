"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { type Chat, chatQuery } from "@/components/data/chats";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Switch } from "@/components/ui/field";
import { call } from "@/lib/api/client";
import { publicStaffApi } from "@/lib/channels/public-chats/operations";

export function PublicSwitch({ chat }: { chat: Chat }) {
  const t = useTranslations("share");
  const problem = useProblem();
  const client = useQueryClient();
  const id = useId();
  const canChange = chat.my_role !== "member";
  const publish = useMutation({
    mutationFn: (is_public: boolean) =>
      call(publicStaffApi.setChatPublic, { params: { chat_id: chat.uuid }, query: { is_public } }),
    onSuccess: (answer) => client.setQueryData(chatQuery(chat.uuid).queryKey, answer),
  });
  return (
    <section aria-labelledby={id}>
      <div className="flex items-center justify-between gap-4">
        <h2 id={id} className="font-medium">
          {t("publicLink")}
        </h2>
        {canChange && (
          <Switch
            aria-labelledby={id}
            checked={chat.is_public}
            disabled={publish.isPending}
            onChange={(on) => publish.mutate(on)}
          />
        )}
      </div>
      <p className="mt-1 text-muted">{t(chat.is_public ? "publicOn" : "publicOff")}</p>
      {!canChange && <p className="mt-1 text-muted">{t("adminsOnly")}</p>}
      {publish.error && (
        <p role="alert" className="mt-1 text-danger">
          {problem(publish.error)}
        </p>
      )}
    </section>
  );
}
