"use client";

import ChevronRight from "lucide-react/icons/chevron-right";
import Ellipsis from "lucide-react/icons/ellipsis";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useChatActions } from "@/components/chat/menu/chat-actions";
import type { ChatFilter } from "@/components/data/chats";
import type { Workspace } from "@/components/data/workspaces";
import { useTranslations } from "@/components/i18n/words";
import { ProjectIcon } from "@/components/projects/project-icon";
import { useProjectActions } from "@/components/projects/use-project-actions";
import { Link } from "@/components/ui/link";
import { Menu } from "@/components/ui/menu";
import { NameDialog } from "@/components/ui/name-dialog";
import { numberFormat } from "@/lib/platform/words/translate";
import { renderNestedItem } from "./chat-item";
import { DropTarget } from "./drop-target";
import { NestedChats } from "./nested-chats";
import { UnreadCount } from "./unread";
import { buildFolderFilter } from "./view";

type FolderRowProps = {
  sort: ChatFilter["sort"];
  isOpen: boolean;
  onOpen: (folder: string, isOpen: boolean) => void;
};
type FoldersProps = { workspaces: Workspace[]; openFolders: string[] };

export function Folders({ workspaces, openFolders, ...rest }: Omit<FolderRowProps, "isOpen"> & FoldersProps) {
  const t = useTranslations("sidebar");
  return (
    <section aria-label={t("folders")}>
      <h2 className="px-3 pt-4 pb-1 text-xs font-medium text-muted">
        <Link href="/projects" className="rounded hover:text-ink hover:underline">
          {t("folders")}
        </Link>
      </h2>
      <ul>
        {workspaces
          .filter(({ is_archived }) => !is_archived)
          .map((workspace) => (
            <FolderRow
              key={workspace.id}
              workspace={workspace}
              isOpen={openFolders.includes(workspace.uuid)}
              {...rest}
            />
          ))}
      </ul>
    </section>
  );
}

function FolderRow({ workspace, sort, isOpen, onOpen }: FolderRowProps & { workspace: Workspace }) {
  const t = useTranslations("sidebar");
  const { id, uuid, name } = workspace;
  const [isRenaming, setIsRenaming] = useState(false);
  const chats = useChatActions();
  const { beginChat, remove, rename } = useProjectActions(workspace);
  const router = useRouter();
  return (
    <li>
      <DropTarget
        className="group/item relative"
        onDrop={(chat) => void chats.move({ uuid: chat, name: "", members_count: 1 }, id)}
      >
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onOpen(uuid, !isOpen)}
          className="flex w-full items-center gap-2 rounded-lg py-1.5 pe-3 beside-menu:pe-10 ps-1.5 text-start text-sm hover:bg-hover pointer-coarse:py-3 pointer-coarse:pe-11"
        >
          <ChevronRight
            className={`size-3.5 shrink-0 text-muted transition-transform ${isOpen ? "rotate-90 rtl:-rotate-90" : ""}`}
            aria-hidden
          />
          <ProjectIcon icon={workspace.icon} color={workspace.color} />
          <span dir="auto" className="min-w-0 flex-1 truncate-own">
            {name}
          </span>
          {!isOpen && <UnreadCount count={workspace.unread_count} />}
          <span className="text-xs text-muted">
            <span aria-hidden>{numberFormat(t.locale).format(workspace.chats_count)}</span>
            <span className="sr-only">{t("chatsCount", { count: workspace.chats_count })}</span>
          </span>
        </button>
        <Menu
          label={t("folderActions", { name })}
          trigger={<Ellipsis className="size-4.5" aria-hidden />}
          className="absolute top-1 end-1.5 inline-flex size-7 items-center justify-center rounded-md bg-raised text-muted opacity-0 hover:text-ink pointer-coarse:bg-transparent focus-visible:opacity-100 group-hover/item:opacity-100 aria-expanded:opacity-100 pointer-coarse:size-10 pointer-coarse:opacity-100"
          items={[
            ...(workspace.may_use ? [{ label: t("newChatHere"), onSelect: () => void beginChat() }] : []),
            { label: t("openProject"), onSelect: () => router.push(`/projects/${uuid}`) },
            { label: t("renameMenu"), onSelect: () => setIsRenaming(true) },
            "separator",
            { label: t("deleteFolderMenu"), danger: true, onSelect: () => void remove() },
          ]}
        />
      </DropTarget>
      {isOpen && (
        <NestedChats
          asked={buildFolderFilter(uuid, sort)}
          label={t("chatsIn", { name })}
          empty={t("folderEmpty")}
        >
          {renderNestedItem}
        </NestedChats>
      )}
      {isRenaming && (
        <NameDialog
          title={t("renameFolder")}
          action={t("rename")}
          name={name}
          maxLength={100}
          onClose={() => setIsRenaming(false)}
          onName={rename}
        />
      )}
    </li>
  );
}
