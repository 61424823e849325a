import { useQueryClient } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { refreshConnections } from "@/components/data/models";
import { refreshPrices } from "@/components/data/usage";
import { useTranslations } from "@/components/i18n/words";
import { getButtonClass } from "@/components/ui/button";
import { JsonFileButton } from "@/components/ui/json-file-button";
import { Section } from "@/components/ui/section";
import { useToast } from "@/components/ui/toast";
import { buildPath, call } from "@/lib/api/client";
import type { SentBodyOf } from "@/lib/api/contract";
import { groupModelsApi } from "@/lib/llm/group-models/operations";
import { listFormat } from "@/lib/platform/words/translate";

const MAX_FILE_BYTES = 8_000_000;

export function ModelsFileSection() {
  const t = useTranslations("groupModels");
  const client = useQueryClient();
  const toast = useToast();
  const [incomplete, setIncomplete] = useState<string[]>([]);
  return (
    <Section title={t("fileTitle")} help={t("fileHelp")}>
      <div className="mt-3 flex flex-wrap gap-2">
        <a
          href={buildPath(groupModelsApi.exportModels, {})}
          download="parley.models.json"
          className={getButtonClass()}
        >
          <Download className="size-4" aria-hidden /> {t("export")}
        </a>
        <JsonFileButton
          label={t("import")}
          fieldLabel={t("importFile")}
          maxBytes={MAX_FILE_BYTES}
          unreadable={t("notModels")}
          getRefusal={(where, why) => t("fileRefused", { where, why })}
          send={async (body: SentBodyOf<typeof groupModelsApi.importModels>) => {
            const imported = await call(groupModelsApi.importModels, { body });
            setIncomplete(imported.incomplete);
            await Promise.all([refreshConnections(client), refreshPrices(client)]);
            toast(t("imported", { connections: imported.connections, models: imported.models }));
          }}
        />
      </div>
      <p role="status" className="mt-2 text-sm empty:mt-0">
        {incomplete.length > 0 &&
          t("importIncomplete", {
            connections: listFormat(t.locale, { type: "conjunction" }).format(incomplete),
          })}
      </p>
    </Section>
  );
}
