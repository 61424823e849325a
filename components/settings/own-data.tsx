"use client";

import type { z } from "zod";
import { useTranslations } from "@/components/i18n/words";
import { getButtonClass } from "@/components/ui/button";
import { Card, Section } from "@/components/ui/section";
import { buildPath } from "@/lib/api/client";
import type { Me } from "@/lib/identity/users/contract";
import { usersApi } from "@/lib/identity/users/operations";
import { DeleteAccount } from "./own-data-delete";

export function OwnData({ me }: { me: z.output<typeof Me> }) {
  const t = useTranslations("settingsProfile");
  return (
    <>
      <Section title={t("yourData")} className="space-y-3">
        <Card className="space-y-4">
          <p className="text-sm text-muted">{t("yourDataHelp")}</p>
          {/* A plain link, so that the browser streams an export of any size to disk. */}
          <a href={buildPath(usersApi.exportMe, {})} download className={getButtonClass()}>
            {t("downloadData")}
          </a>
        </Card>
      </Section>
      <Section title={t("deleteAccount")} className="space-y-3">
        <Card className="space-y-4">
          <p className="text-sm text-muted">{t("deleteAccountHelp")}</p>
          <DeleteAccount me={me} />
        </Card>
      </Section>
    </>
  );
}
