import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { usePeople } from "@/components/data/people";
import type { Workspace } from "@/components/data/workspaces";
import { useLazyTranslations } from "@/components/i18n/words";
import { useConfirm } from "@/components/ui/confirm";
import { useToast } from "@/components/ui/toast";

// Loaded on first use, because the sidebar of every page has these actions.
const load = () => import("./project-work");

export function useProjectActions({ id, name }: Pick<Workspace, "id" | "name">) {
  const words = useLazyTranslations("projects");
  const confirm = useConfirm();
  const client = useQueryClient();
  const router = useRouter();
  const { usesMemory } = usePeople().me;
  const toast = useToast();
  const change = async (body: { name?: string; is_archived?: boolean }) =>
    (await load()).changeProject(client, id, body);
  return {
    beginChat: () =>
      load()
        .then(({ createProjectChat }) => createProjectChat(client, id, usesMemory))
        .then((uuid) => router.push(`/chats/${uuid}`), toast),
    rename: (next: string) => change({ name: next }),
    archive: (isArchived: boolean) => change({ is_archived: isArchived }).catch(toast),
    async remove(onRemoved?: () => void) {
      const t = await words();
      confirm({
        title: t("deleteTitle", { name }),
        text: t("deleteHelp"),
        action: t("delete"),
        onConfirm: async () => (await load()).removeProject(client, id, onRemoved),
      });
    },
  };
}
