import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { showNotFound } from "@/app/found";
import { services } from "@/app/services";
import { getTimeZone } from "@/app/time-zone";
import { requireViewer } from "@/app/viewer";
import { PrintedChat } from "@/components/chat/page/printed-chat";
import { getTranslations, Translations } from "@/components/i18n/server";
import { reference } from "@/lib/api/fields";

type PrintPageProps = { params: Promise<{ id: string }> };

const read = cache(async (id: string) => {
  const viewer = await requireViewer();
  const chat = reference.safeParse(id);
  if (!chat.success) notFound();
  return showNotFound(services().loadPrintableChat(viewer, chat.data));
});

export async function generateMetadata({ params }: PrintPageProps): Promise<Metadata> {
  return { title: (await read((await params).id)).chat.name };
}

export default async function PrintPage({ params }: PrintPageProps) {
  const [{ chat, messages, isWhole }, timeZone, t] = await Promise.all([
    read((await params).id),
    getTimeZone(),
    getTranslations("print"),
  ]);
  return (
    <Translations of={["markdown"]}>
      <PrintedChat
        name={chat.name}
        {...{ messages, isWhole, timeZone }}
        isForPaper
        others={t("exportAll")}
        nav={
          <a href={`/chats/${chat.uuid}`} className="text-accent underline underline-offset-2">
            {t("backToChat")}
          </a>
        }
        about={chat.goal && <p className="mt-2 text-muted wrap-anywhere">{chat.goal}</p>}
      />
    </Translations>
  );
}
