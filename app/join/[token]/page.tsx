import type { Metadata } from "next";
import Link from "next/link";
import { currentViewer } from "@/app/viewer";
import { AccountTitle } from "@/components/account/account-frame";
import { Button, buttonClass } from "@/components/ui/button";
import { invitationOf, list } from "@/lib/identity/groups/service";
import { config } from "@/lib/platform/config";

export const metadata: Metadata = { title: "Invitation" };

type Props = { params: Promise<{ token: string }> };

/** Where an invitation leads: signing in or up first, then a button, so that no link or image can make anybody join. */
export default async function JoinPage({ params }: Props) {
  const { token } = await params;
  const [invitation, viewer] = await Promise.all([invitationOf(token), currentViewer()]);
  if (!invitation) return <Over />;
  const { email, group, groupId, inviter } = invitation;
  const isIn = viewer && (await list(viewer)).some(({ id }) => id === groupId);
  const next = encodeURIComponent(`/join/${token}`);
  return (
    <>
      <AccountTitle>
        Join <span className="wrap-anywhere">{group}</span>
      </AccountTitle>
      <p className="mt-3 text-muted wrap-anywhere">
        {isIn ? "You are in this group already" : `${inviter} invites you to this group`}
        {email !== null && <>. The invitation is for {email}</>}.
      </p>
      {!viewer && (
        <div className="mt-6 flex flex-col gap-3">
          <Link href={`/login?next=${next}`} className={buttonClass({ variant: "primary" })}>
            Sign in
          </Link>
          {config().signUp.mode !== "closed" && (
            <Link href={`/register?next=${next}`} className={buttonClass()}>
              Create an account
            </Link>
          )}
          <p className="text-sm text-muted">You come back here after that.</p>
        </div>
      )}
      {viewer && (email === null || email === viewer.user.email) && (
        <form action={`/join/${token}/submit`} method="post" className="mt-6">
          <p className="mb-3 text-sm text-muted wrap-anywhere">You are signed in as {viewer.user.email}.</p>
          <Button type="submit" variant="primary" className="w-full">
            {isIn ? "Open the group" : "Join the group"}
          </Button>
        </form>
      )}
      {viewer && email !== null && email !== viewer.user.email && (
        <>
          <p className="mt-3 wrap-anywhere">
            You are signed in as {viewer.user.email}. Sign out, then open the invitation again.
          </p>
          <a href="/logout" className={`mt-6 w-full ${buttonClass({ variant: "primary" })}`}>
            Sign out
          </a>
        </>
      )}
    </>
  );
}

function Over() {
  return (
    <>
      <AccountTitle>This invitation does not work</AccountTitle>
      <p className="mt-3 text-muted">
        It has expired, was revoked, or has been used. Ask whoever invited you for a new one.
      </p>
      <Link href="/" className={`mt-6 w-full ${buttonClass()}`}>
        Go to Parley
      </Link>
    </>
  );
}
