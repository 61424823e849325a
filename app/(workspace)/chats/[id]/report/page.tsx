import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { showNotFound } from "@/app/found";
import { services } from "@/app/services";
import { getTimeZone } from "@/app/time-zone";
import { requireViewer } from "@/app/viewer";
import { publicReportQuery } from "@/components/data/public-report";
import { createTitleMetadata, Translations } from "@/components/i18n/server";
import { ReportPage } from "@/components/public-chat/report/report-page";
import { reference } from "@/lib/api/fields";

export const generateMetadata = createTitleMetadata("report", "title");

export default async function PublicReportPage({ params }: { params: Promise<{ id: string }> }) {
  const viewer = await requireViewer();
  const id = reference.safeParse((await params).id);
  if (!id.success) notFound();
  const chat = await showNotFound(services().getChat(viewer, id.data));
  const client = new QueryClient();
  const timeZone = await getTimeZone();
  client.setQueryData(
    publicReportQuery(chat.uuid, "last30Days", "day", timeZone).queryKey,
    await services().reports.report(viewer, chat.id, { by: "day", time_zone: timeZone }),
  );
  return (
    <Translations of={["report"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <ReportPage key={chat.uuid} uuid={chat.uuid} name={chat.name} />
      </HydrationBoundary>
    </Translations>
  );
}
