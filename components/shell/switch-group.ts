import { drafts } from "@/components/browser/account-storage";
import { outbox } from "@/components/data/outbox";
import { switchGroup } from "@/components/data/switch-group";
import type { useConfirm } from "@/components/ui/confirm";
import type { Translate } from "@/lib/platform/words/translate";
import type { SignedInPerson } from "./person";

type Ways = { confirm: ReturnType<typeof useConfirm>; onFailure: (error: Error) => void };

/** Switches to another group, after a question if drafts or unsent messages would be lost. */
export function askToSwitchGroup(
  t: Translate<"sidebar">,
  person: Pick<SignedInPerson, "group" | "groupId">,
  id: string,
  { confirm, onFailure }: Ways,
): void {
  if (id === person.groupId) return;
  if (!drafts.hasAny() && !outbox.hasUnsent()) return void switchGroup(id).catch(onFailure);
  confirm({
    title: t("switchGroupTitle"),
    text: t("switchGroupHelp", { group: person.group }),
    action: t("switchGroup"),
    onConfirm: () => switchGroup(id),
  });
}
