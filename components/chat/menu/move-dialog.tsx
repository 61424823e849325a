"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import FolderPlus from "lucide-react/icons/folder-plus";
import X from "lucide-react/icons/x";
import { type FormEvent, type ReactNode, useState } from "react";
import type { ListedChat } from "@/components/data/chats";
import { refreshWorkspaces, workspacesQuery } from "@/components/data/workspaces";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { ProjectIcon } from "@/components/projects/project-icon";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { call } from "@/lib/api/client";
import { chatWorkspacesApi } from "@/lib/chat/workspaces/operations";

type MoveDialogProps = {
  chat: Pick<ListedChat, "name" | "members_count" | "chat_workspace" | "is_public">;
  onMove: (folder: number | null) => void;
  onClose: () => void;
};

export function MoveDialog({ chat, onMove, onClose }: MoveDialogProps) {
  const t = useTranslations("chatDialogs");
  const problem = useProblem();
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [failure, setFailure] = useState<string>();
  const search = typed.trim();
  const current = chat.chat_workspace?.id ?? null;
  const { folders, error, others, exact, isNew } = useFolderSearch(search, current);

  const go = (folder: number | null) => {
    onClose();
    onMove(folder);
  };
  const create = async () => {
    try {
      const { id } = await call(chatWorkspacesApi.createWorkspace, {
        body: { name: search, usable_by: "creator" },
      });
      await refreshWorkspaces(client);
      go(id);
    } catch (error) {
      setFailure(problem(error));
    }
  };
  // Enter picks the folder with this name or the only match; otherwise it creates one.
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const [one] = [...exact, ...(others.length === 1 ? others : [])];
    if (one && search) go(one.id);
    else if (isNew) void create();
  };
  return (
    <Dialog open onClose={onClose} title={t("moveTitle", { name: chat.name })}>
      <form onSubmit={onSubmit} className="flex flex-col gap-3 p-0.5">
        <Field
          label={t("folder")}
          error={failure ?? (error ? problem(error) : undefined)}
          help={
            chat.members_count > 1
              ? t("movesForAll", { count: chat.members_count })
              : chat.is_public
                ? undefined
                : t("movesForYou")
          }
        >
          {(wiring) => (
            <Input
              {...wiring}
              value={typed}
              placeholder={t("findFolder")}
              maxLength={100}
              autoComplete="off"
              onChange={(event) => {
                setTyped(event.target.value);
                setFailure(undefined);
              }}
            />
          )}
        </Field>
        <ul aria-label={t("folders")} className="-mx-1.5 max-h-72 overflow-y-auto">
          {others.map(({ id, name, icon, color, chats_count: count }) => (
            <Choice key={id} icon={<ProjectIcon icon={icon} color={color} />} onChoose={() => go(id)}>
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="text-xs text-muted">{t("chats", { count })}</span>
            </Choice>
          ))}
          {isNew && (
            <Choice icon={<FolderPlus aria-hidden />} onChoose={() => void create()}>
              <span className="min-w-0 flex-1 truncate">{t("createFolder", { name: search })}</span>
            </Choice>
          )}
          {current !== null && (
            <Choice icon={<X aria-hidden />} onChoose={() => go(null)}>
              <span className="min-w-0 flex-1 truncate">
                {t("noFolder", { name: chat.chat_workspace!.name })}
              </span>
            </Choice>
          )}
        </ul>
        {folders !== undefined && others.length === 0 && !search && (
          <p className="text-muted">{t("noOtherFolders")}</p>
        )}
      </form>
    </Dialog>
  );
}

// Finds the folders that a chat can be moved to by name. `isNew` is true if no folder has exactly this name.
function useFolderSearch(search: string, current: number | null) {
  const { data: folders, error } = useQuery(workspacesQuery);
  const name = search.toLowerCase();
  const others = (folders ?? []).filter(
    (folder) =>
      folder.may_use &&
      !folder.is_archived &&
      folder.name.toLowerCase().includes(name) &&
      folder.id !== current,
  );
  const isExact = (folder: { name: string }) => folder.name.toLowerCase() === name;
  const isNew = folders !== undefined && search !== "" && !folders.some(isExact);
  return { folders, error, others, exact: others.filter(isExact), isNew };
}

const Choice = ({
  icon,
  onChoose,
  children,
}: {
  icon: ReactNode;
  onChoose: () => void;
  children: ReactNode;
}) => (
  <li>
    <button
      type="button"
      onClick={onChoose}
      className="flex w-full items-center gap-2.5 rounded-lg px-3 py-2 text-start hover:bg-hover focus-visible:outline-offset-[-2px] pointer-coarse:py-3 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
    >
      {icon}
      {children}
    </button>
  </li>
);
