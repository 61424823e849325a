import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { someMembersQuery } from "@/components/data/groups";
import { usePeople } from "@/components/data/people";
import { useTranslations } from "@/components/i18n/words";
import { CheckboxRow } from "@/components/ui/checkbox-row";
import { LoadError } from "@/components/ui/read";
import { SearchField } from "@/components/ui/search-field";
import { Rows } from "@/components/ui/section";
import { Loading } from "@/components/ui/states";
import { useDebounced } from "@/components/ui/use-debounced";
import type { UsableBy } from "@/lib/identity/audiences/settings";

type Choice = UsableBy | "admins";
type Audience<U extends Choice> = { usable_by: U; user_ids: number[] };
type AudienceFieldsProps<U extends Choice> = {
  legend: string;
  /** The choices, each with a sentence that explains it. */
  choices: { value: U; help: string }[];
  audience: Audience<U>;
  onChange: (change: Partial<Audience<U>>) => void;
};

/** Fields for who may use something. */
export function AudienceFields<U extends Choice>(props: AudienceFieldsProps<U>) {
  const { legend, choices, audience, onChange } = props;
  const t = useTranslations("audience");
  const name = useId();
  return (
    <fieldset className="space-y-2 text-sm">
      <legend className="font-medium">{legend}</legend>
      {choices.map(({ value, help }) => (
        <label key={value} className="flex items-start gap-3">
          <input
            type="radio"
            name={name}
            checked={audience.usable_by === value}
            onChange={() => onChange({ usable_by: value } as Partial<Audience<U>>)}
            className="mt-0.5 size-4 shrink-0 accent-accent pointer-coarse:size-5"
          />
          <span className="min-w-0">
            <span className="block font-medium">{t(value)}</span>
            <span className="text-muted">{help}</span>
          </span>
        </label>
      ))}
      {audience.usable_by === "people" && (
        <ChosenPeople
          ids={audience.user_ids}
          onChange={(user_ids) => onChange({ user_ids } as Partial<Audience<U>>)}
        />
      )}
    </fieldset>
  );
}

/**
 * Choices for something that the viewer creates or may change.
 * @param isMine True for what the viewer has created, which can be private
 */
export function useAudienceChoices(isMine: boolean) {
  const t = useTranslations("audience");
  const values = isMine ? (["creator", "people", "group"] as const) : (["people", "group"] as const);
  return values.map((value) => ({ value, help: t(`${value}Help`) }));
}

const FEW = 10;

function ChosenPeople({ ids, onChange }: { ids: number[]; onChange: (ids: number[]) => void }) {
  const t = useTranslations("audience");
  const { me } = usePeople();
  const [search, setSearch] = useState("");
  const [isLarge, setLarge] = useState(false);
  const wanted = useDebounced(search.trim());
  const query = { page_size: 100, ...(wanted && { search: wanted }) };
  const { data, isPending, error, refetch } = useQuery(someMembersQuery(me.groupId, query));
  if (data && data.length > FEW && !isLarge) setLarge(true);
  const members = data?.filter(({ role }) => role === "member") ?? [];
  return (
    <div className="space-y-2">
      <p className="text-muted">{t("chosenPeople", { count: ids.length })}</p>
      {isLarge && <SearchField label={t("searchPeople")} value={search} onChange={setSearch} />}
      {isPending && <Loading label={t("loadingPeople")} className="h-20 rounded-xl" />}
      {error && <LoadError error={error} retry={() => void refetch()} />}
      {data && members.length === 0 && (
        <p className="text-muted">{t(wanted ? "nobodyFound" : "noMembers")}</p>
      )}
      {members.length > 0 && (
        <div className="max-h-60 overflow-y-auto">
          <Rows label={t("people")}>
            {members.map(({ id, full_name, email }) => (
              <CheckboxRow
                key={id}
                name={full_name}
                note={email}
                isChosen={ids.includes(id)}
                onChoose={(isChosen) =>
                  onChange(isChosen ? [...ids, id] : ids.filter((other) => other !== id))
                }
              />
            ))}
          </Rows>
        </div>
      )}
    </div>
  );
}
