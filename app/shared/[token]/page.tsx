import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { services } from "@/app/services";
import { getTimeZone } from "@/app/time-zone";
import { findViewer, requireViewer } from "@/app/viewer";
import { AccountFrame } from "@/components/account/account-frame";
import { AccountTitle } from "@/components/account/account-title";
import { PrintedChat } from "@/components/chat/page/printed-chat";
import { createMomentFormatters } from "@/components/i18n/moments";
import { getTranslations, Translations } from "@/components/i18n/server";
import { getButtonClass } from "@/components/ui/button";

type SharedPageProps = { params: Promise<{ token: string }> };

const refusals = {
  not_found: { title: "notFound", text: "notFoundHelp" },
  rate_limited: { title: "rateLimited", text: "rateLimitedHelp" },
} as const;

// Returns refusals instead of calling `notFound()`, because Next.js's not-found page needs scripts.
const read = cache(async (token: string) => {
  const viewer = await findViewer();
  try {
    return {
      shared: await services().openShare(token, viewer, services().getPageCallerAddress(await headers())),
    };
  } catch (error) {
    if (!(error instanceof services().AppError)) throw error;
    if (error.kind === "unauthorized") await requireViewer();
    if (error.kind !== "not_found" && error.kind !== "rate_limited") throw error;
    return { refusal: refusals[error.kind] };
  }
});

export async function generateMetadata({ params }: SharedPageProps): Promise<Metadata> {
  const t = await getTranslations("sharedChat");
  const { shared, refusal } = await read((await params).token);
  return { title: refusal ? t(refusal.title) : shared.name, robots: "noindex, nofollow" };
}

export default async function SharedPage({ params }: SharedPageProps) {
  const t = await getTranslations("sharedChat");
  const [{ shared, refusal }, timeZone] = await Promise.all([read((await params).token), getTimeZone()]);
  if (refusal)
    return (
      <Translations of={["account"]}>
        <AccountFrame>
          <AccountTitle>{t(refusal.title)}</AccountTitle>
          <p className="mt-3 text-muted">{t(refusal.text)}</p>
          <a href="/" className={`mt-6 w-full ${getButtonClass()}`}>
            {t("goToParley")}
          </a>
        </AccountFrame>
      </Translations>
    );
  const { name, messages, isWhole, isLive, sharedAt } = shared;
  const moments = createMomentFormatters(await getTranslations("moments"), timeZone);
  return (
    <Translations of={["markdown"]}>
      <PrintedChat
        {...{ name, messages, isWhole, timeZone }}
        others={t("earlierHidden")}
        nav={<span className="text-muted">{t("about")}</span>}
        about={
          <p className="mt-2 text-sm text-muted">
            {t.rich(isLive ? "live" : "asItWas", {
              date: moments.fullTime(sharedAt),
              time: (text) => <time dateTime={sharedAt}>{text}</time>,
            })}{" "}
            {timeZone === "UTC" && t("utc")}
          </p>
        }
      />
    </Translations>
  );
}
