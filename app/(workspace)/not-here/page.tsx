import { notFound } from "next/navigation";

/**
 * Not-found page for unknown addresses (`next.config.ts`), within the workspace so that the navigation is available.
 */
export default function NoSuchPage() {
  notFound();
}
