import { requireViewer } from "@/app/viewer";
import { Conversions } from "@/components/video/conversions";
import { titled, Words } from "@/components/words/server";

export const generateMetadata = titled("video", "conversions");

export default async function Page() {
  await requireViewer();
  return (
    <Words of={["video"]}>
      <Conversions />
    </Words>
  );
}
