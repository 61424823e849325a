import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentViewer } from "@/lib/auth/page";

export const metadata: Metadata = { title: "Sign out" };

/** Signing out is a button, so that no link or image of another page can do it. */
export default async function LogoutPage() {
  const viewer = await currentViewer();
  if (!viewer) redirect("/login");
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Sign out?</h1>
      <p className="mt-3 text-muted">You are signed in as {viewer.user.email}.</p>
      <form action="/logout/submit" method="post" className="mt-6">
        <button type="submit" className="w-full rounded-lg bg-accent px-4 py-2.5 font-medium text-on-accent">
          Sign out
        </button>
      </form>
    </>
  );
}
