import { redirect } from "next/navigation";
import { findViewer } from "@/app/viewer";
import { AccountTitle } from "@/components/account/account-title";
import { createTitleMetadata, getTranslations } from "@/components/i18n/server";
import { Button } from "@/components/ui/button";

export const generateMetadata = createTitleMetadata("account", "signOut");

/** Signs out with a form, so that no link or image of another site can do so. */
export default async function LogoutPage() {
  const viewer = await findViewer();
  if (!viewer) redirect("/logout/done");
  const t = await getTranslations("account");
  return (
    <>
      <AccountTitle>{t("signOutTitle")}</AccountTitle>
      <p className="mt-3 text-muted">{t("signedInAs", { email: viewer.user.email })}</p>
      <p className="mt-3 text-muted">{t("signOutDeletes")}</p>
      <form action="/logout/submit" method="post" className="mt-6">
        <Button type="submit" variant="primary" className="w-full">
          {t("signOut")}
        </Button>
      </form>
    </>
  );
}
