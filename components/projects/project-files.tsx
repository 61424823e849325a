"use client";

import type { Project } from "@/components/data/workspaces";
import { DocumentList } from "@/components/documents/library/list";
import { UploadArea, UploadButton, UploadList } from "@/components/documents/library/upload-area";
import { useUploads } from "@/components/documents/library/uploads";
import { useTranslations } from "@/components/i18n/words";
import { Section } from "@/components/ui/section";

export function ProjectFiles({ project: { uuid, may_use: canAdd } }: { project: Project }) {
  const t = useTranslations("projects");
  const uploads = useUploads({ chat_workspace_id: uuid });
  return (
    <UploadArea uploads={canAdd ? uploads : undefined}>
      <Section title={t("files")} help={t("filesHelp")}>
        {canAdd && (
          <div className="mt-3">
            <UploadButton uploads={uploads} small variant="secondary" />
          </div>
        )}
        <UploadList uploads={uploads} />
        <DocumentList
          which={{ chat_workspace_id: uuid }}
          withFolder
          empty={<p className="mt-2 text-sm text-muted">{t(canAdd ? "noFiles" : "noFilesOthers")}</p>}
        />
      </Section>
    </UploadArea>
  );
}
