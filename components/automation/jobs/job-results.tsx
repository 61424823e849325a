import { useQuery } from "@tanstack/react-query";
import { membersQuery } from "@/components/data/chat-members";
import { type Chat, everyChatQuery } from "@/components/data/chats";
import type { JobOf } from "@/components/data/jobs";
import { usePeople } from "@/components/data/people";
import { useTranslations } from "@/components/i18n/words";
import { Field, Select } from "@/components/ui/field";

/** Recipients of the result by email; `chosen` keeps the recipients that the job already has. */
export type Recipients = "nobody" | "me" | "members" | "chosen";
export type Destinations = { mailTo: Recipients; postTo: string };

export function toDestinations(job: JobOf | undefined, me: number): Destinations {
  const { mail_to_user_ids: ids = [], post_to_chat_id: chat = null } = job ?? {};
  const isMine = ids.length === 1 && ids[0] === me;
  return {
    mailTo: ids.length === 0 ? "nobody" : isMine ? "me" : "chosen",
    postTo: chat === null ? "" : String(chat),
  };
}

type JobResultsProps = {
  chat: Chat;
  job: JobOf | undefined;
  value: Destinations;
  faults: { mailTo?: string; postTo?: string };
  onChange: (change: Partial<Destinations>) => void;
};

export function JobResults({ chat, job, value, faults, onChange }: JobResultsProps) {
  const t = useTranslations("jobs");
  const { data: members = [] } = useQuery(membersQuery(chat.uuid));
  const { data: listed = [] } = useQuery(everyChatQuery);
  const others = listed.filter(({ id }) => id !== chat.id);
  const isUnlisted = value.postTo !== "" && !others.some(({ id }) => String(id) === value.postTo);
  const chosen = job?.mail_to_user_ids.length ?? 0;
  return (
    <>
      <Field label={t("mailTo")} error={faults.mailTo}>
        {(wiring) => (
          <Select
            {...wiring}
            value={value.mailTo}
            onChange={(event) => onChange({ mailTo: event.target.value as Recipients })}
          >
            <option value="nobody">{t("mailNobody")}</option>
            <option value="me">{t("mailMe")}</option>
            {members.length > 1 && <option value="members">{t("mailMembers")}</option>}
            {chosen > 0 && <option value="chosen">{t("mailChosen", { count: chosen })}</option>}
          </Select>
        )}
      </Field>
      <Field label={t("postTo")} error={faults.postTo}>
        {(wiring) => (
          <Select
            {...wiring}
            value={value.postTo}
            onChange={(event) => onChange({ postTo: event.target.value })}
          >
            <option value="">{t("postNowhere")}</option>
            {isUnlisted && <option value={value.postTo}>{t("postElsewhere")}</option>}
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

export function useRecipients(chat: Chat, job: JobOf | undefined): (choice: Recipients) => number[] {
  const { me } = usePeople();
  const { data: members = [] } = useQuery(membersQuery(chat.uuid));
  return (choice) => {
    if (choice === "members") return members.map(({ id }) => id);
    if (choice === "chosen") return job?.mail_to_user_ids ?? [];
    return choice === "me" ? [me.id] : [];
  };
}
