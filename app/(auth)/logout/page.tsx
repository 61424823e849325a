import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentViewer } from "@/app/viewer";
import { AccountTitle } from "@/components/account/account-frame";
import { Button } from "@/components/ui/button";

export const metadata: Metadata = { title: "Sign out" };

/** Signing out is a button, so that no link or image of another page can do it. */
export default async function LogoutPage() {
  const viewer = await currentViewer();
  if (!viewer) redirect("/login");
  return (
    <>
      <AccountTitle>Sign out?</AccountTitle>
      <p className="mt-3 text-muted">You are signed in as {viewer.user.email}.</p>
      <form action="/logout/submit" method="post" className="mt-6">
        <Button type="submit" variant="primary" className="w-full">
          Sign out
        </Button>
      </form>
    </>
  );
}
