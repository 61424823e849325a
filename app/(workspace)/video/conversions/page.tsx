import { requireViewer } from "@/app/viewer";
import { titled, Words } from "@/components/i18n/server";
import { Conversions } from "@/components/video/conversions";

export const generateMetadata = titled("video", "conversions");

export default async function Page() {
  await requireViewer();
  return (
    <Words of={["video"]}>
      <Conversions />
    </Words>
  );
}
