"use client";

import { type DocumentItem, useRefreshDocuments } from "@/components/data/documents";
import { type Audience, useLibraryRights } from "@/components/data/library-rights";
import { usePeople } from "@/components/data/people";
import { useTranslations } from "@/components/i18n/words";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { documentsApi } from "@/lib/knowledge/documents/operations";
import { AccessDialog } from "./access-dialog";

type DocumentAccessProps = { documents: DocumentItem[]; onClose: () => void; onDone?: () => void };

const toUserIds = ({ usable_by, user_ids }: Audience) => (usable_by === "people" ? user_ids : []);

export function DocumentAccess({ documents, onClose, onDone }: DocumentAccessProps) {
  const t = useTranslations("documents");
  const { me } = usePeople();
  const readAgain = useRefreshDocuments();
  const [first] = documents;
  const saved: Audience = { usable_by: first!.usable_by ?? "group", user_ids: first!.user_ids };
  return (
    <AccessDialog
      title={
        documents.length === 1
          ? t("accessOf", { name: first!.file_name })
          : t("accessOfMany", { count: documents.length })
      }
      action={t("save")}
      isMine={documents.every(({ created_by }) => created_by?.id === me.id)}
      audience={saved}
      saved={saved}
      onClose={onClose}
      onSave={async (audience) => {
        const body = { usable_by: audience.usable_by, user_ids: toUserIds(audience) };
        try {
          for (const { id } of documents) await call(documentsApi.updateDocument, { params: { id }, body });
          onDone?.();
        } finally {
          void readAgain();
        }
      }}
    />
  );
}

export function ToLibrary({ document, onClose }: { document: DocumentItem; onClose: () => void }) {
  const t = useTranslations("documents");
  const { me } = usePeople();
  const { canShare } = useLibraryRights();
  const readAgain = useRefreshDocuments();
  const say = useToast();
  const { id, file_name: name } = document;
  const isCopied = document.place === "chat";
  return (
    <AccessDialog
      title={t(isCopied ? "copyOf" : "moveToLibraryOf", { name })}
      action={t(isCopied ? "copy" : "move")}
      help={isCopied ? undefined : t("moveToLibraryHelp")}
      isMine={isCopied || document.created_by?.id === me.id}
      audience={{ usable_by: canShare ? "group" : "creator", user_ids: [] }}
      onClose={onClose}
      onSave={async (audience) => {
        const body = { usable_by: audience.usable_by, user_ids: toUserIds(audience) };
        if (isCopied) await call(documentsApi.copyDocument, { params: { id }, body });
        else
          await call(documentsApi.updateDocument, {
            params: { id },
            body: { ...body, chat_workspace_id: null },
          });
        await readAgain();
        say(t(isCopied ? "copied" : "movedToLibrary", { name }));
      }}
    />
  );
}
