"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import X from "lucide-react/icons/x";
import { useId, useState } from "react";
import { someMembersQuery } from "@/components/data/groups";
import { usePeople } from "@/components/data/people";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { Field, Options, Select, SwitchField } from "@/components/ui/field";
import { SearchField } from "@/components/ui/search-field";
import { Rows } from "@/components/ui/section";
import { Avatar } from "@/components/ui/states";
import { useDebounced } from "@/components/ui/use-debounced";
import type { FieldsProps } from "./fields";

export function AccessFields({ draft, faults, set, saved, rights }: FieldsProps) {
  const t = useTranslations("assistantAccess");
  const ofForm = useTranslations("assistants");
  const { me } = usePeople();
  const name = useId();
  const { people, usable_by } = draft;
  const isMine = !saved || saved.created_by?.id === me.id;
  const choices = (["creator", "people", "group"] as const).filter((value) =>
    value === "creator" ? isMine : rights.canShare || value === saved?.usable_by,
  );
  const change = (id: number, can_edit: boolean) =>
    set({ people: people.map((one) => (one.user.id === id ? { ...one, can_edit } : one)) });
  if (!rights.canManage) return <p className="text-sm text-muted">{t("creatorDecides")}</p>;
  return (
    <div className="space-y-5">
      {!rights.canShare && <p className="text-sm text-muted">{t("ownOnly")}</p>}
      <fieldset className="space-y-3 text-sm">
        <legend className="font-medium">{t("whoUses")}</legend>
        {choices.map((value) => (
          <label key={value} className="mt-2 flex items-start gap-3">
            <input
              type="radio"
              name={name}
              checked={usable_by === value}
              onChange={() => set({ usable_by: value })}
              className="mt-1 size-4 accent-accent"
            />
            <span>
              <span className="block font-medium">{t(value)}</span>
              <span className="text-muted">{t(`${value}Help`)}</span>
            </span>
          </label>
        ))}
        {faults.usable_by && (
          <p role="alert" className="text-danger">
            {faults.usable_by}
          </p>
        )}
      </fieldset>
      {usable_by !== "creator" && (
        <section aria-label={t("people")} className="space-y-3">
          <h2 className="text-sm font-medium">{t("people")}</h2>
          {people.length > 0 && (
            <Rows label={t("people")}>
              {people.map(({ user, can_edit }) => (
                <li
                  key={user.id}
                  className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 ps-4 pe-1 text-sm"
                >
                  <Avatar name={user.full_name} className="size-7 text-[0.6875rem]" />
                  <span className="min-w-0 flex-1 wrap-anywhere">{user.full_name}</span>
                  <Select
                    aria-label={t("right", { name: user.full_name })}
                    value={can_edit ? "edit" : "use"}
                    onChange={({ target }) => change(user.id, target.value === "edit")}
                    className="w-auto"
                  >
                    <option value="use">{t("canUse")}</option>
                    <option value="edit">{t("canEdit")}</option>
                  </Select>
                  <IconButton
                    label={t("remove", { name: user.full_name })}
                    onClick={() => set({ people: people.filter((one) => one.user.id !== user.id) })}
                  >
                    <X aria-hidden />
                  </IconButton>
                </li>
              ))}
            </Rows>
          )}
          {rights.canShare && <AddPerson {...{ draft, set }} />}
          {faults.people && (
            <p role="alert" className="text-sm text-danger">
              {faults.people}
            </p>
          )}
          <p className="text-sm text-muted">{t("adminsAlways")}</p>
        </section>
      )}
      {rights.isAdmin && (
        <SwitchField
          label={ofForm("defaultAssistant")}
          help={ofForm("defaultAssistantHelp")}
          value={draft.is_default}
          onChange={(isDefault) => set({ is_default: isDefault })}
        />
      )}
    </div>
  );
}

const FEW = 10;

function AddPerson({ draft, set }: Pick<FieldsProps, "draft" | "set">) {
  const t = useTranslations("assistantAccess");
  const ofAudience = useTranslations("audience");
  const { me } = usePeople();
  const [search, setSearch] = useState("");
  const [isLarge, setLarge] = useState(false);
  const wanted = useDebounced(search.trim());
  const { data = [] } = useQuery({
    ...someMembersQuery(me.groupId, { page_size: 100, ...(wanted && { search: wanted }) }),
    placeholderData: keepPreviousData,
  });
  if (data.length > FEW && !isLarge) setLarge(true);
  const others = data.filter(
    ({ id, role }) => role === "member" && !draft.people.some(({ user }) => user.id === id),
  );
  if (others.length === 0 && !isLarge) return null;
  return (
    <div className="space-y-2">
      {isLarge && <SearchField label={ofAudience("searchPeople")} value={search} onChange={setSearch} />}
      <p role="status" className="text-sm text-muted empty:hidden">
        {others.length === 0 && ofAudience("nobodyFound")}
      </p>
      <Field label={t("add")}>
        {(wiring) => (
          <Select
            {...wiring}
            value=""
            onChange={({ target }) => {
              const chosen = others.find(({ id }) => String(id) === target.value);
              if (!chosen) return;
              const { id, email, full_name, avatar_url } = chosen;
              set({
                people: [...draft.people, { user: { id, email, full_name, avatar_url }, can_edit: false }],
              });
            }}
          >
            <option value="">{t("choose")}</option>
            <Options of={others.map(({ id, full_name }) => ({ id, name: full_name }))} />
          </Select>
        )}
      </Field>
    </div>
  );
}
