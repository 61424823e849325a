import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/states";

export default function NotFound() {
  return (
    <div className="grid h-full place-items-center">
      <EmptyState
        isPage
        title="This is not here"
        action={
          <Link href="/" className={buttonClass({ variant: "primary" })}>
            New chat
          </Link>
        }
      >
        It was deleted, or you are not a member of it.
      </EmptyState>
    </div>
  );
}
