"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "@/components/i18n/words";
import type { SignedInPerson } from "@/components/shell/person";
import { useConfirm } from "@/components/ui/confirm";
import { Menu } from "@/components/ui/menu";
import { Avatar } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { useLazyModule } from "@/components/ui/use-near";

export function UserMenu({ person, onHelp }: { person: SignedInPerson; onHelp: () => void }) {
  const t = useTranslations("sidebar");
  const router = useRouter();
  const say = useToast();
  const confirm = useConfirm();
  const [items, near] = useLazyModule(() => import("./user-menu-items"));
  return (
    <Menu
      align="start"
      label={t("accountMenu")}
      hasText
      className="flex w-full items-center gap-2.5 rounded-lg px-3 py-2 text-start hover:bg-hover"
      trigger={
        <>
          <Avatar name={person.name} className="size-7 text-[0.6875rem]" />
          <span className="min-w-0 flex-1">
            <span className="sr-only">{t("account")} </span>
            <span className="block truncate text-sm font-medium">{person.name}</span>
            <span className="block truncate text-xs text-muted">{person.group}</span>
          </span>
        </>
      }
      heading={<p className="truncate text-muted">{person.email}</p>}
      onNear={near}
      items={items?.buildUserMenuItems(t, person, { goTo: router.push, onHelp, onFailure: say, confirm })}
    />
  );
}
