import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { AccountTitle } from "@/components/account/account-title";
import { ConsentForm } from "@/components/account/consent-form";
import { createTitleMetadata, getTranslations } from "@/components/i18n/server";
import { getButtonClass } from "@/components/ui/button";
import { AuthorizationRequest } from "@/lib/identity/oauth/contract";
import type { requested } from "@/lib/identity/oauth/service";

export const generateMetadata = createTitleMetadata("consent", "title");

type AuthorizePageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Shows errors itself. Redirects to the program only after the user has decided. */
export default async function AuthorizePage({ searchParams }: AuthorizePageProps) {
  const viewer = await requireViewer();
  // A repeated parameter is an array and fails validation, as RFC 6749 §3.1 requires.
  const { data: asked } = AuthorizationRequest.safeParse(await searchParams);
  const found = asked ? await services().findRequestedProgram(asked) : ({ fault: "unknownProgram" } as const);
  if (!asked || !("program" in found) || found.fault) return <Refused {...found} />;
  const groups = (await services().listGroups(viewer)).map(({ id, name }) => ({ id, name }));
  return (
    <ConsentForm
      asked={asked}
      program={found.program}
      host={found.host}
      email={viewer.user.email}
      groups={groups}
      group={viewer.group.id}
    />
  );
}

async function Refused({
  fault = "unknownProgram",
  program = "",
  back,
}: Partial<Awaited<ReturnType<typeof requested>>>) {
  const t = await getTranslations("consent");
  return (
    <>
      <AccountTitle>{t("failed")}</AccountTitle>
      <p className="mt-3 text-muted wrap-anywhere">
        {fault === "faulty" ? t("faulty", { program }) : t(fault)}
      </p>
      {back && (
        <a href={back} className={`mt-6 w-full wrap-anywhere ${getButtonClass()}`}>
          {t("goBack", { program })}
        </a>
      )}
    </>
  );
}
