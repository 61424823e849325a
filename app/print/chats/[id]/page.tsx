import type { Metadata } from "next";
import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { orNotFound } from "@/app/found";
import { requireViewer } from "@/app/viewer";
import { PrintedChat } from "@/components/chat/printed-chat";
import { reference } from "@/lib/api/fields";
import { printable } from "@/lib/chat/messages/service";

/** Longer chats are exported as Markdown. */
const MOST = 1000;

type Props = { params: Promise<{ id: string }> };

const read = cache(async (id: string) => {
  const viewer = await requireViewer();
  const chat = reference.safeParse(id);
  if (!chat.success) notFound();
  return orNotFound(printable(viewer, chat.data, MOST));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await read((await params).id)).chat.name };
}

/** A chat as a document, to be printed or saved as PDF. */
export default async function PrintPage({ params }: Props) {
  const [{ chat, messages, isWhole }, jar] = await Promise.all([read((await params).id), cookies()]);
  return <PrintedChat {...{ chat, messages, isWhole }} timeZone={jar.get("tz")?.value} most={MOST} />;
}
