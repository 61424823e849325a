"use client";

import { useQueryClient } from "@tanstack/react-query";
import FileUp from "lucide-react/icons/file-up";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { refreshAssistants } from "@/components/data/assistants";
import { useFault } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { ApiError, call } from "@/lib/api/client";
import { assistantsApi } from "@/lib/chat/assistants/operations";

// Ample for an exported assistant, whose picture and instructions are limited.
const MAX_FILE_BYTES = 1_000_000;

export function ImportAssistant() {
  const t = useTranslations("assistants");
  const faultIn = useFault();
  const toast = useToast();
  const router = useRouter();
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);

  async function take(file: File) {
    setBusy(true);
    try {
      if (file.size > MAX_FILE_BYTES) throw new Error(t("notAnAssistant"));
      const body = await file
        .text()
        .then(JSON.parse)
        .catch(() => {
          throw new Error(t("notAnAssistant"));
        });
      const { id, name } = await call(assistantsApi.importAssistant, { body });
      toast(t("created", { name }));
      await refreshAssistants(client);
      router.push(`/assistants/${id}`);
      router.refresh();
    } catch (error) {
      const faults = error instanceof ApiError ? error.faults : [];
      const [first] = faults;
      const where = first?.loc.slice(1).join(".");
      toast(
        first
          ? new Error(t("fileRefused", { where: where ?? "", why: faultIn([first]) ?? "" }))
          : (error as Error),
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <input
        ref={field}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={t("importFile")}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = "";
          if (file) void take(file);
        }}
      />
      <Button busy={isBusy} onClick={() => field.current?.click()}>
        <FileUp className="size-4" aria-hidden /> {t("import")}
      </Button>
    </>
  );
}
