"use client";

import { useTranslations } from "@/components/i18n/words";
import { Player } from "./player";

type VoiceFile = { document_id: number; file_name: string; url: string };

export function VoiceFiles({ files }: { files: VoiceFile[] }) {
  const t = useTranslations("files");
  return files.map(({ document_id, file_name, url }) => (
    <div key={document_id} className="mt-2">
      <Player src={url} label={t("recording", { name: file_name })} />
    </div>
  ));
}
