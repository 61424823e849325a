import InboxIcon from "lucide-react/icons/inbox";
import { requireViewer } from "@/app/viewer";
import { createTitleMetadata, getTranslations } from "@/components/i18n/server";
import { EmptyState } from "@/components/ui/states";

export const generateMetadata = createTitleMetadata("inbox", "title");

export default async function Page() {
  await requireViewer();
  const t = await getTranslations("inbox");
  return (
    <EmptyState title={t("select")} icon={<InboxIcon aria-hidden />}>
      {t("selectHelp")}
    </EmptyState>
  );
}
