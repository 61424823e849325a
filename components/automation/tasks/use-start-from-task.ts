import { usePeople } from "@/components/data/people";
import { useLazyTranslations } from "@/components/i18n/words";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { chatsApi } from "@/lib/chat/chats/operations";
import { listFormat } from "@/lib/platform/words/translate";

type TaskMembers = NonNullable<AnswerOf<typeof chatsApi.createChat>["task_members"]>;

/** Returns a function that creates a chat from a template. A notice names the members whom the template added. */
export function useStartFromTask(): (taskId: number) => Promise<{ uuid: string }> {
  const { me } = usePeople();
  const announce = useMembersNotice();
  return async (taskId) => {
    const { uuid, task_members: members } = await call(chatsApi.createChat, {
      query: { copy_from_task_id: taskId },
      // A template doesn't turn memory on for people who have turned it off.
      body: me.usesMemory ? {} : { global_memory: false },
    });
    if (members) void announce(members);
    return { uuid };
  };
}

function useMembersNotice() {
  const toast = useToast();
  const loadTranslations = useLazyTranslations("tasks");
  return async ({ added, left_out: leftOut }: TaskMembers) => {
    if (added.length + leftOut.length === 0) return;
    const t = await loadTranslations();
    const describe = (key: "membersAdded" | "membersLeftOut", people: TaskMembers["added"]) =>
      people.length > 0 &&
      t(key, {
        count: people.length,
        names: listFormat(t.locale).format(people.map(({ full_name }) => full_name)),
      });
    toast([describe("membersAdded", added), describe("membersLeftOut", leftOut)].filter(Boolean).join(" "));
  };
}
