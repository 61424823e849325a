import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { AccountTitle } from "./account-frame";

type Props = { isOwned: boolean; reason: string; signIn: string };

/** Why no account can be created here now. `signIn`: the address of the sign-in page. */
export function NoSignUp({ isOwned, reason, signIn }: Props) {
  return (
    <>
      <AccountTitle>{isOwned ? "Create an account" : "Welcome to Parley"}</AccountTitle>
      <p className="mt-3 text-muted">{reason}</p>
      {isOwned && (
        <Link href={signIn} className={`mt-6 w-full ${buttonClass()}`}>
          Sign in
        </Link>
      )}
    </>
  );
}
