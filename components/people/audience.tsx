import { usePeople } from "@/components/data/people";
import { useTranslations } from "@/components/i18n/words";
import { Badge } from "@/components/ui/states";
import type { UsableBy } from "@/lib/identity/audiences/settings";

/** Badge of what is not for the whole group. */
export function AudienceBadge({ usableBy }: { usableBy: UsableBy }) {
  const t = useTranslations("audience");
  return usableBy !== "group" && <Badge>{t(usableBy)}</Badge>;
}

export function Creator({ of: creator }: { of: { id: number; full_name: string } | null }) {
  const t = useTranslations("audience");
  const { me } = usePeople();
  if (!creator) return null;
  return (
    <p className="mt-auto truncate pt-2 text-xs text-muted">
      {creator.id === me.id ? t("byYou") : t("by", { name: creator.full_name })}
    </p>
  );
}
