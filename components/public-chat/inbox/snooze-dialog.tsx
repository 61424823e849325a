import { type FormEvent, useState } from "react";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { useToast } from "@/components/ui/toast";
import { useChangeConversation } from "./use-change-conversation";

const MORNING = 9;
const MONDAY = 1;

// Returns the morning of a later day in the browser's time zone.
function morningIn(days: number): Date {
  const at = new Date();
  at.setDate(at.getDate() + days);
  at.setHours(MORNING, 0, 0, 0);
  return at;
}
const daysToMonday = () => ((MONDAY - new Date().getDay() + 6) % 7) + 1;

/** Snoozes a conversation until a chosen time. A message from the visitor ends the snooze earlier. */
export function SnoozeDialog({ chat, onClose }: { chat: string; onClose: () => void }) {
  const t = useTranslations("inbox");
  const moments = useMoments();
  const toast = useToast();
  const change = useChangeConversation();
  const [error, setError] = useState<string>();
  const times = [
    ["inThreeHours", new Date(Date.now() + 3 * 3_600_000)],
    ["tomorrow", morningIn(1)],
    ["nextWeek", morningIn(daysToMonday())],
  ] as const;
  const snooze = async (until: Date) => {
    const snoozed_until = until.toISOString();
    if (!(await change(chat, { snoozed_until }))) return;
    toast(t("wasSnoozed", { time: moments.time(snoozed_until) }));
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const until = new Date(String(new FormData(event.currentTarget).get("until")));
    if (until.getTime() > Date.now()) void snooze(until);
    else setError(t("mustBeLater"));
  };
  return (
    <Dialog open onClose={onClose} title={t("snoozeTitle")}>
      <div className="flex flex-col gap-2">
        {times.map(([name, at], index) => (
          <Button
            key={name}
            autoFocus={index === 0}
            className="justify-between"
            onClick={() => void snooze(at)}
          >
            {t(name)} <span className="font-normal text-muted">{moments.time(at.toISOString())}</span>
          </Button>
        ))}
        <form noValidate onSubmit={submit} className="mt-2 flex items-end gap-2">
          <Field label={t("otherTime")} error={error} className="flex-1">
            {(wiring) => <Input type="datetime-local" name="until" {...wiring} />}
          </Field>
          <Button type="submit" variant="primary">
            {t("snooze")}
          </Button>
        </form>
      </div>
    </Dialog>
  );
}
