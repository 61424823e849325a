import { requireViewer } from "@/app/viewer";
import { createTitleMetadata, Translations } from "@/components/i18n/server";
import { Conversions } from "@/components/video/conversions";

export const generateMetadata = createTitleMetadata("video", "conversions");

export default async function Page() {
  await requireViewer();
  return (
    <Translations of={["video"]}>
      <Conversions />
    </Translations>
  );
}
