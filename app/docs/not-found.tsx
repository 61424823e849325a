import Link from "next/link";
import { buttonClass } from "@/components/ui/button";

export default function NoSuchGroup() {
  return (
    <main className="mx-auto max-w-prose px-4 py-24 text-center">
      <h1 className="text-xl font-semibold">Page not found</h1>
      <p className="mt-2 mb-6 text-muted">The API reference has no group at this address.</p>
      <Link href="/docs" className={buttonClass({ variant: "primary" })}>
        Open the API reference
      </Link>
    </main>
  );
}
