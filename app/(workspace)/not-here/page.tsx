import { notFound } from "next/navigation";

/** What a browser sees at an address that leads nowhere (`next.config.ts`): within the workspace, so that there is a way on. */
export default function NoSuchPage() {
  notFound();
}
