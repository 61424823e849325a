"use client";

import { useQueryClient } from "@tanstack/react-query";
import Archive from "lucide-react/icons/archive";
import Folder from "lucide-react/icons/folder";
import Pin from "lucide-react/icons/pin";
import Trash2 from "lucide-react/icons/trash-2";
import X from "lucide-react/icons/x";
import { usePathname, useRouter } from "next/navigation";
import { useState } from "react";
import { refreshChats } from "@/components/data/chats";
import { refreshWorkspaces, type Workspace } from "@/components/data/workspaces";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { Menu } from "@/components/ui/menu";
import { Spinner } from "@/components/ui/spinner";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/operations";
import { chatWorkspacesApi } from "@/lib/chat/workspaces/operations";
import type { Key } from "@/lib/platform/words/screens";
import { type Chosen, useSelection } from "./selection";

type Done = Extract<Key<"sidebarSelection">, "archived" | "deleted" | "moved" | "pinned" | "unarchived">;

/** Bulk actions on the selected chats. Failures are reported per chat and don't stop the others. */
export function SelectionBar({ isArchive, workspaces }: { isArchive: boolean; workspaces: Workspace[] }) {
  const t = useTranslations("sidebarSelection");
  const { chosen, end } = useSelection();
  const chats = [...(chosen?.values() ?? [])];
  const { isBusy, setMine, move, remove } = useBulkActions(chats, end);
  if (!chosen) return null;
  const isDisabled = chats.length === 0 || isBusy;
  const canChange = !isDisabled && chats.some(({ my_role }) => my_role !== "member");
  return (
    <div
      role="toolbar"
      aria-label={t("selectedChats")}
      className="flex items-center gap-0.5 border-t px-2 py-1.5"
    >
      <p role="status" className="min-w-0 flex-1 truncate ps-1 text-sm">
        {isBusy ? <Spinner label={t("working")} /> : t("selected", { count: chats.length })}
      </p>
      <IconButton label={t("pin")} disabled={isDisabled} onClick={() => setMine({ starred: true }, "pinned")}>
        <Pin aria-hidden />
      </IconButton>
      <IconButton
        label={t(isArchive ? "unarchive" : "archive")}
        disabled={isDisabled}
        onClick={() => setMine({ archived: !isArchive }, isArchive ? "unarchived" : "archived")}
      >
        <Archive aria-hidden />
      </IconButton>
      {workspaces.length > 0 && canChange && (
        <Menu
          label={t("moveToFolder")}
          trigger={<Folder className="size-4.5" aria-hidden />}
          className="inline-flex size-9 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
          items={[
            ...workspaces.filter(({ may_use, is_archived }) => may_use && !is_archived),
            { id: null, name: t("noFolder") },
          ].map(({ id, name }) => ({
            label: name,
            onSelect: () => move(id),
          }))}
        />
      )}
      {(isDisabled || canChange) && (
        <IconButton label={t("delete")} disabled={isDisabled} onClick={remove}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
      <IconButton label={t("done")} onClick={end}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

function useBulkActions(chats: Chosen[], end: () => void) {
  const t = useTranslations("sidebarSelection");
  const problem = useProblem();
  const client = useQueryClient();
  const router = useRouter();
  const path = usePathname();
  const toast = useToast();
  const confirm = useConfirm();
  const [isBusy, setIsBusy] = useState(false);

  async function forEach(
    work: (chat_id: string) => Promise<unknown>,
    done: Done,
    consequence?: "seenAsBefore" | "seenInProject",
  ): Promise<void> {
    setIsBusy(true);
    const results = await Promise.allSettled(chats.map(({ uuid }) => work(uuid)));
    setIsBusy(false);
    const failures = results.flatMap((result, index) =>
      result.status === "rejected"
        ? [t("failure", { name: chats[index]!.name, problem: problem(result.reason) })]
        : [],
    );
    void refreshChats(client);
    void refreshWorkspaces(client);
    if (failures.length < chats.length) {
      const outcome = t(done, { count: chats.length - failures.length });
      toast(consequence ? `${outcome} ${t(consequence)}` : outcome);
    }
    if (failures.length > 0) toast({ text: failures.join(" "), isFailure: true });
    end();
  }
  return {
    isBusy,
    setMine: (body: { starred?: boolean; archived?: boolean }, done: Done) =>
      void forEach((chat_id) => call(chatsApi.setMine, { params: { chat_id }, body }), done),
    move: (chat_workspace_id: number | null) =>
      void forEach(
        (chat_id) =>
          call(chatWorkspacesApi.setChatWorkspace, { params: { chat_id }, body: { chat_workspace_id } }),
        "moved",
        chat_workspace_id === null ? "seenAsBefore" : "seenInProject",
      ),
    remove: () =>
      confirm({
        title: t("deleteTitle", { count: chats.length }),
        text: t("deleteHelp"),
        action: t("delete"),
        onConfirm: async () => {
          await forEach((chat_id) => call(chatsApi.deleteChat, { params: { chat_id } }), "deleted");
          if (chats.some(({ uuid }) => path === `/chats/${uuid}`)) router.push("/");
        },
      }),
  };
}
