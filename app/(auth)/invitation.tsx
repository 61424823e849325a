import { cache } from "react";
import { services } from "@/app/services";
import { getTranslations } from "@/components/i18n/server";

export const findInvitationOfVisit = cache(async (next: string) => {
  const token = services().parseInvitationToken(next);
  return token === undefined ? undefined : services().findInvitation(token);
});

export async function InvitationNotice({ next }: { next: string }) {
  const invitation = await findInvitationOfVisit(next);
  if (!invitation) return null;
  const t = await getTranslations("account");
  const { inviter, group } = invitation;
  return (
    <p className="mb-6 rounded-lg bg-accent-soft px-4 py-3 text-sm wrap-anywhere">
      {t.rich("invitedTo", {
        inviter,
        group,
        name: (text) => (
          <strong dir="auto" className="font-semibold">
            {text}
          </strong>
        ),
      })}
    </p>
  );
}
