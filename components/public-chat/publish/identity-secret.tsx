"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Chat } from "@/components/data/chats";
import { identitySecretQuery, setHasIdentitySecret } from "@/components/data/identity-secret";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { CopyField } from "@/components/share/copy-field";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { call } from "@/lib/api/client";
import { identitySecretApi } from "@/lib/channels/public-chats/operations";

export function IdentitySecret({ chat }: { chat: Chat }) {
  const t = useTranslations("share");
  const problem = useProblem();
  const client = useQueryClient();
  const { data } = useQuery(identitySecretQuery(chat.uuid));
  const rotate = useMutation({
    mutationFn: () => call(identitySecretApi.rotateIdentitySecret, { params: { chat_id: chat.uuid } }),
    onSuccess: () => setHasIdentitySecret(client, chat.uuid),
  });
  return (
    <section aria-labelledby="share-identity" className="space-y-3">
      <h2 id="share-identity" className="font-medium">
        {t("identity")}
      </h2>
      <p className="text-muted">{t("identityHelp")}</p>
      {rotate.data && (
        <CopyField label={t("identitySecret")} text={rotate.data.secret} help={t("identityOnce")} />
      )}
      {data?.is_set ? (
        <ConfirmButton
          action={t("identityReplace")}
          question={t("identityReplaceQuestion")}
          onConfirm={() => rotate.mutateAsync()}
        >
          {t("identityReplaceHelp")}
        </ConfirmButton>
      ) : (
        <Button busy={rotate.isPending} disabled={!data} onClick={() => rotate.mutate()}>
          {t("identityCreate")}
        </Button>
      )}
      {rotate.error && (
        <p role="alert" className="text-danger">
          {problem(rotate.error)}
        </p>
      )}
    </section>
  );
}
