import Link from "next/link";
import { services } from "@/app/services";
import { findViewer } from "@/app/viewer";
import { AccountTitle } from "@/components/account/account-title";
import { createTitleMetadata, getTranslations } from "@/components/i18n/server";
import { Button, getButtonClass } from "@/components/ui/button";
import { config } from "@/lib/platform/config";

export const generateMetadata = createTitleMetadata("join", "title");

type JoinPageProps = { params: Promise<{ token: string }> };

/** Invitation page. A signed-in user joins with a button, so that no link or image can make a user join. */
export default async function JoinPage({ params }: JoinPageProps) {
  const { token } = await params;
  const [invitation, viewer] = await Promise.all([services().findInvitation(token), findViewer()]);
  if (!invitation) return <Over />;
  const t = await getTranslations("join");
  const { email, group, groupId, inviter } = invitation;
  const isIn = viewer && (await services().listGroups(viewer)).some(({ id }) => id === groupId);
  const next = encodeURIComponent(`/join/${token}`);
  return (
    <>
      <AccountTitle>
        {t.rich("joinGroup", {
          group,
          name: (text) => <span className="wrap-anywhere">{text}</span>,
        })}
      </AccountTitle>
      <p className="mt-3 text-muted wrap-anywhere">
        {isIn ? t("alreadyIn") : t("invited", { inviter })} {email !== null && t("isFor", { email })}
      </p>
      {!viewer && (
        <div className="mt-6 flex flex-col gap-3">
          <Link href={`/login?next=${next}`} className={getButtonClass({ variant: "primary" })}>
            {t("signIn")}
          </Link>
          {config().signUp.mode !== "closed" && (
            <Link href={`/register?next=${next}`} className={getButtonClass()}>
              {t("createAccount")}
            </Link>
          )}
          <p className="text-sm text-muted">{t("comeBack")}</p>
        </div>
      )}
      {viewer && (email === null || email === viewer.user.email) && (
        <form action={`/join/${token}/submit`} method="post" className="mt-6">
          <p className="mb-3 text-sm text-muted wrap-anywhere">
            {t("signedInAs", { email: viewer.user.email })}
          </p>
          <Button type="submit" variant="primary" className="w-full">
            {t(isIn ? "open" : "join")}
          </Button>
        </form>
      )}
      {viewer && email !== null && email !== viewer.user.email && (
        <>
          <p className="mt-3 wrap-anywhere">{t("otherAccount", { email: viewer.user.email })}</p>
          <a href="/logout" className={`mt-6 w-full ${getButtonClass({ variant: "primary" })}`}>
            {t("signOut")}
          </a>
        </>
      )}
    </>
  );
}

async function Over() {
  const t = await getTranslations("join");
  return (
    <>
      <AccountTitle>{t("expired")}</AccountTitle>
      <p className="mt-3 text-muted">{t("expiredHelp")} </p>
      <Link href="/" className={`mt-6 w-full ${getButtonClass()}`}>
        {t("goToParley")}
      </Link>
    </>
  );
}
