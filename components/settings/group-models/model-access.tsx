import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { someMembersQuery } from "@/components/data/groups";
import { usePeople } from "@/components/data/people";
import { useTranslations } from "@/components/i18n/words";
import { CheckboxRow } from "@/components/ui/checkbox-row";
import { Rows } from "@/components/ui/section";

type Access = { usable_by: "group" | "people"; user_ids: number[] };
type ModelAccessProps = { draft: Access; set: (change: Partial<Access>) => void };

export function ModelAccess({ draft: { usable_by, user_ids }, set }: ModelAccessProps) {
  const t = useTranslations("groupModels");
  const name = useId();
  return (
    <fieldset className="space-y-2 text-sm">
      <legend className="font-medium">{t("whoUses")}</legend>
      {(["group", "people"] as const).map((value) => (
        <label key={value} className="flex items-start gap-3">
          <input
            type="radio"
            name={name}
            checked={usable_by === value}
            onChange={() => set({ usable_by: value })}
            className="mt-0.5 size-4 accent-accent pointer-coarse:size-5"
          />
          <span className="min-w-0">
            <span className="block font-medium">{t(value)}</span>
            <span className="text-muted">{t(`${value}Help`)}</span>
          </span>
        </label>
      ))}
      {usable_by === "people" && <ChosenPeople ids={user_ids} onChange={(ids) => set({ user_ids: ids })} />}
    </fieldset>
  );
}

function ChosenPeople({ ids, onChange }: { ids: number[]; onChange: (ids: number[]) => void }) {
  const t = useTranslations("groupModels");
  const { me } = usePeople();
  const { data = [] } = useQuery(someMembersQuery(me.groupId, { page_size: 100 }));
  const members = data.filter(({ role }) => role === "member");
  if (members.length === 0) return <p className="text-muted">{t("noMembers")}</p>;
  return (
    <div className="max-h-60 overflow-y-auto">
      <Rows label={t("people")}>
        {members.map(({ id, full_name, email }) => (
          <CheckboxRow
            key={id}
            name={full_name}
            note={email}
            isChosen={ids.includes(id)}
            onChoose={(isChosen) => onChange(isChosen ? [...ids, id] : ids.filter((other) => other !== id))}
          />
        ))}
      </Rows>
    </div>
  );
}
