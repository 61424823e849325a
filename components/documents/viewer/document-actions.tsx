"use client";

import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import MoreHorizontal from "lucide-react/icons/ellipsis";
import FolderInput from "lucide-react/icons/folder-input";
import LibraryBig from "lucide-react/icons/library-big";
import Pencil from "lucide-react/icons/pencil";
import RefreshCw from "lucide-react/icons/refresh-cw";
import Square from "lucide-react/icons/square";
import Trash2 from "lucide-react/icons/trash-2";
import Users from "lucide-react/icons/users";
import Zap from "lucide-react/icons/zap";
import { type ReactNode, Suspense, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { type DocumentItem, isBeingRead, useRefreshDocuments } from "@/components/data/documents";
import { useLibraryRights } from "@/components/data/library-rights";
import { useTranslations } from "@/components/i18n/words";
import { useConfirm } from "@/components/ui/confirm";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { NameDialog } from "@/components/ui/name-dialog";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { collectionsApi } from "@/lib/knowledge/collections/operations";
import { documentsApi } from "@/lib/knowledge/documents/operations";
import { CollectDialog } from "./collect-dialog";
import { MoveDialog } from "./move-dialog";

const RunActionOn = lazy(() =>
  import("@/components/automation/run-prompt/run-on").then((file) => ({ default: file.RunActionOn })),
);

const DocumentAccess = lazy(() =>
  import("./document-access").then((file) => ({ default: file.DocumentAccess })),
);
const ToLibrary = lazy(() => import("./document-access").then((file) => ({ default: file.ToLibrary })));

type DocumentAction = "rename" | "move" | "collect" | "run" | "access" | "library";
const iconClass = "size-4 text-muted";

type DocumentMenuProps = { document: DocumentItem; collectionId?: number; onGone?: () => void };

export function DocumentMenu({ document, collectionId, onGone }: DocumentMenuProps) {
  const t = useTranslations("documents");
  const [action, setAction] = useState<DocumentAction>();
  const readAgain = useRefreshDocuments();
  const items = useDocumentItems({ document, collectionId, onGone, onAction: setAction });
  const { id, file_name: name, chat_id } = document;
  const params = { id };
  return (
    <>
      <Menu
        label={t("actions", { name })}
        trigger={<MoreHorizontal className="size-4.5" aria-hidden />}
        items={items}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
      />
      {action === "rename" && (
        <NameDialog
          title={t("renameDocument")}
          action={t("rename")}
          name={name}
          maxLength={200}
          onClose={() => setAction(undefined)}
          onName={async (file_name) => {
            await call(documentsApi.updateDocument, { params, body: { file_name } });
            await readAgain();
          }}
        />
      )}
      {action === "move" && (
        <MoveDialog
          documents={[document]}
          chat={chat_id === null ? undefined : String(chat_id)}
          onClose={() => setAction(undefined)}
        />
      )}
      {action === "collect" && <CollectDialog documents={[document]} onClose={() => setAction(undefined)} />}
      {action === "access" && (
        <Suspense>
          <DocumentAccess documents={[document]} onClose={() => setAction(undefined)} />
        </Suspense>
      )}
      {action === "library" && (
        <Suspense>
          <ToLibrary document={document} onClose={() => setAction(undefined)} />
        </Suspense>
      )}
      {action === "run" && (
        <Suspense>
          <RunActionOn
            documents={[{ document_id: id, file_name: name, mime_type: document.mime_type }]}
            onClose={() => setAction(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

type DocumentItemsOptions = DocumentMenuProps & { onAction: (action: DocumentAction) => void };

function useDocumentItems({ document, collectionId, onGone, onAction }: DocumentItemsOptions): MenuItem[] {
  const t = useTranslations("documents");
  const remove = useDeleteDocuments(onGone);
  const readAgain = useRefreshDocuments();
  const rights = useLibraryRights();
  const say = useToast();
  const { id, may_change: canChange, place } = document;
  const params = { id };
  const tryTo = async (doing: () => Promise<unknown>) => {
    try {
      await doing();
      await readAgain();
    } catch (error) {
      say(error as Error);
    }
  };
  const item = (label: string, icon: ReactNode, onSelect: () => void, danger?: true): MenuItem => ({
    label,
    icon,
    onSelect,
    danger,
  });
  const items: MenuItem[] = [
    item(t("download"), <Download className={iconClass} aria-hidden />, () => {
      window.location.assign(toContentUrl(id));
    }),
    item(t("runPrompt"), <Zap className={iconClass} aria-hidden />, () => onAction("run")),
    item(t("addToCollection"), <LibraryBig className={iconClass} aria-hidden />, () => onAction("collect")),
  ];
  if (collectionId !== undefined)
    items.push(
      item(t("removeFromCollection"), <LibraryBig className={iconClass} aria-hidden />, () =>
        tryTo(() =>
          call(collectionsApi.removeFromCollection, { params: { id: collectionId, document_id: id } }),
        ),
      ),
    );
  if (place === "chat" && rights.canAdd)
    items.push(
      item(t("copyToLibrary"), <Copy className={iconClass} aria-hidden />, () => onAction("library")),
    );
  if (place === "workspace" && canChange && rights.canAdd)
    items.push(
      item(t("moveToLibrary"), <LibraryBig className={iconClass} aria-hidden />, () => onAction("library")),
    );
  if (place === "library" && canChange)
    items.push(item(t("whoReads"), <Users className={iconClass} aria-hidden />, () => onAction("access")));
  if (canChange) {
    items.push(
      item(t("rename"), <Pencil className={iconClass} aria-hidden />, () => onAction("rename")),
      item(t("moveToFolder"), <FolderInput className={iconClass} aria-hidden />, () => onAction("move")),
      isBeingRead(document)
        ? item(t("cancelProcessing"), <Square className={iconClass} aria-hidden />, () =>
            tryTo(() => call(documentsApi.cancelDocument, { params })),
          )
        : item(t("reprocess"), <RefreshCw className={iconClass} aria-hidden />, () =>
            tryTo(() => call(documentsApi.reindexDocument, { params })),
          ),
      "separator",
      item(t("delete"), <Trash2 className="size-4" aria-hidden />, () => remove([document]), true),
    );
  }
  return items;
}

const DELETE_HELP = {
  chat: "deleteFromChatHelp",
  library: "deleteFromLibraryHelp",
  workspace: "deleteFromProjectHelp",
} as const;

export const toContentUrl = (id: number): string => `/api/v1/documents/${id}/content`;

export function useDeleteDocuments(onGone?: () => void): (documents: DocumentItem[]) => void {
  const t = useTranslations("documents");
  const confirm = useConfirm();
  const readAgain = useRefreshDocuments();
  return (documents) => {
    const [first] = documents;
    const count = documents.length;
    confirm({
      title: count === 1 ? t("deleteOne", { name: first!.file_name }) : t("deleteMany", { count }),
      text: t(DELETE_HELP[first!.place], { count }),
      action: t("delete"),
      onConfirm: async () => {
        try {
          for (const { id } of documents) await call(documentsApi.deleteDocument, { params: { id } });
          onGone?.();
        } finally {
          void readAgain();
        }
      },
    });
  };
}
