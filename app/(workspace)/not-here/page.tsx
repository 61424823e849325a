import { notFound } from "next/navigation";

/** An address that leads nowhere, within the workspace, so that there is a way on. */
export default function NoSuchPage() {
  notFound();
}
