import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { showNotFound } from "@/app/found";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { PrintedCanvas } from "@/components/chat/page/printed-canvas";
import { getTranslations, Translations } from "@/components/i18n/server";
import { id as pageId, reference } from "@/lib/api/fields";

type PrintCanvasPageProps = {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ page?: string | string[] }>;
};

const read = cache(async (id: string, page: string | string[] | undefined) => {
  const viewer = await requireViewer();
  const chat = reference.safeParse(id);
  const selected = pageId.optional().safeParse(page);
  if (!chat.success || !selected.success) notFound();
  return showNotFound(services().getCanvasText(viewer, chat.data, selected.data));
});

const readFor = async ({ params, searchParams }: PrintCanvasPageProps) =>
  read((await params).id, (await searchParams).page);

export async function generateMetadata(props: PrintCanvasPageProps): Promise<Metadata> {
  return { title: (await readFor(props)).title };
}

export default async function PrintCanvasPage(props: PrintCanvasPageProps) {
  const [{ chat, ...page }, t] = await Promise.all([readFor(props), getTranslations("print")]);
  return (
    <Translations of={["markdown"]}>
      <PrintedCanvas
        {...page}
        nav={
          <a href={`/chats/${chat}`} className="text-accent underline underline-offset-2">
            {t("backToChat")}
          </a>
        }
      />
    </Translations>
  );
}
