import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { timeZoneOfPage } from "@/app/time-zone";
import { currentViewer, requireViewer } from "@/app/viewer";
import { AccountFrame, AccountTitle } from "@/components/account/account-frame";
import { PrintedChat } from "@/components/chat/printed-chat";
import { buttonClass } from "@/components/ui/button";
import { Words } from "@/components/words/server";
import { fullTime } from "@/components/workspace/moments";
import { addressOfPage } from "@/lib/api/front";
import { open } from "@/lib/chat/shares/service";
import { AppError } from "@/lib/platform/errors";

type Props = { params: Promise<{ token: string }> };

const refusals = {
  not_found: {
    title: "This link does not work",
    text: "It was mistyped, has expired or was revoked, or it is for people in another group than the one you are signed in to. Ask whoever sent it for a new one.",
  },
  rate_limited: { title: "Too many visits", text: "Wait a minute and load this page again." },
};

/** Not Next's page of what is not there: that one needs scripts. */
const read = cache(async (token: string) => {
  const viewer = await currentViewer();
  try {
    return { shared: await open(token, viewer, addressOfPage(await headers())) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.kind === "unauthorized") await requireViewer();
    if (error.kind !== "not_found" && error.kind !== "rate_limited") throw error;
    return { refusal: refusals[error.kind] };
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { shared, refusal } = await read((await params).token);
  return { title: refusal ? refusal.title : shared.name, robots: "noindex, nofollow" };
}

/** A chat that somebody shared, to be read by whoever has the link. */
export default async function SharedPage({ params }: Props) {
  const [{ shared, refusal }, timeZone] = await Promise.all([read((await params).token), timeZoneOfPage()]);
  if (refusal)
    return (
      <AccountFrame>
        <AccountTitle>{refusal.title}</AccountTitle>
        <p className="mt-3 text-muted">{refusal.text}</p>
        <a href="/" className={`mt-6 w-full ${buttonClass()}`}>
          Go to Parley
        </a>
      </AccountFrame>
    );
  const { name, messages, isWhole, isLive, sharedAt } = shared;
  const time = <time dateTime={sharedAt}>{fullTime(sharedAt, timeZone)}</time>;
  return (
    <Words of={["markdown"]}>
      <PrintedChat
        {...{ name, messages, isWhole, timeZone }}
        others="Earlier ones are not shown."
        nav={<span className="text-muted">A chat to read, shared from Parley</span>}
        about={
          <p className="mt-2 text-sm text-muted">
            {isLive ? <>Live: the chat as it is now. Shared on {time}</> : <>As it was on {time}</>}.
            {timeZone === "UTC" && " Times are in UTC."}
          </p>
        }
      />
    </Words>
  );
}
