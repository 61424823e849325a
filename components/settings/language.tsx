"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { z } from "zod";
import { storeLanguage } from "@/components/browser/device-storage";
import { meQuery } from "@/components/data/users";
import { useTranslations } from "@/components/i18n/words";
import { Field } from "@/components/ui/field";
import { LanguageSelect } from "@/components/ui/language-select";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import type { Me } from "@/lib/identity/users/contract";
import { usersApi } from "@/lib/identity/users/operations";
import type { Language as Chosen } from "@/lib/platform/words/languages";

export function Language({ me }: { me: z.output<typeof Me> }) {
  const t = useTranslations("settingsProfile");
  const client = useQueryClient();
  const router = useRouter();
  const say = useToast();
  const saving = useMutation({
    mutationFn: (language: Chosen | null) => call(usersApi.updateMe, { body: { language } }),
    onSuccess: (changed) => {
      client.setQueryData(meQuery.queryKey, changed);
      storeLanguage(changed.language);
      // Renders the page in the new language.
      router.refresh();
    },
    onError: say,
  });
  return (
    <Field label={t("language")} help={t("languageHelp")}>
      {(wiring) => (
        <LanguageSelect
          {...wiring}
          value={saving.isPending ? saving.variables : me.language}
          automatic={t("languageAutomatic")}
          disabled={saving.isPending}
          onChange={(language) => saving.mutate(language)}
        />
      )}
    </Field>
  );
}
