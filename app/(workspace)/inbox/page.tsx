import InboxIcon from "lucide-react/icons/inbox";
import { requireViewer } from "@/app/viewer";
import { EmptyState } from "@/components/ui/states";
import { getWords, titled } from "@/components/words/server";

export const generateMetadata = titled("inbox", "title");

/** Shown beside the list while no conversation is open. */
export default async function Page() {
  await requireViewer();
  const t = await getWords("inbox");
  return (
    <EmptyState title={t("select")} icon={<InboxIcon aria-hidden />}>
      {t("selectHelp")}
    </EmptyState>
  );
}
