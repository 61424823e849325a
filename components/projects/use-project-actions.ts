import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { refreshChats } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { refreshWorkspaces, type Workspace } from "@/components/data/workspaces";
import { useLazyTranslations } from "@/components/i18n/words";
import { useConfirm } from "@/components/ui/confirm";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/operations";
import { chatWorkspacesApi } from "@/lib/chat/workspaces/operations";

export function useProjectActions({ id, name }: Pick<Workspace, "id" | "name">) {
  const words = useLazyTranslations("projects");
  const confirm = useConfirm();
  const client = useQueryClient();
  const router = useRouter();
  const { me } = usePeople();
  const toast = useToast();
  const refresh = () => Promise.all([refreshWorkspaces(client), refreshChats(client)]);
  const change = async (body: { name?: string; is_archived?: boolean }) => {
    await call(chatWorkspacesApi.updateWorkspace, { params: { id }, body });
    await refresh();
  };
  return {
    async beginChat() {
      try {
        const body = { chat_workspace_id: id, global_memory: me.usesMemory, search_in_workspace: true };
        const chat = await call(chatsApi.createChat, { body });
        await refresh();
        router.push(`/chats/${chat.uuid}`);
      } catch (error) {
        toast(error as Error);
      }
    },
    rename: (next: string) => change({ name: next }),
    archive: (isArchived: boolean) => change({ is_archived: isArchived }).catch(toast),
    async remove(onRemoved?: () => void) {
      const t = await words();
      confirm({
        title: t("deleteTitle", { name }),
        text: t("deleteHelp"),
        action: t("delete"),
        onConfirm: async () => {
          await call(chatWorkspacesApi.removeWorkspace, { params: { id } });
          onRemoved?.();
          await refresh();
        },
      });
    },
  };
}
