import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { createTitleMetadata, Translations } from "@/components/i18n/server";
import { VideoPage } from "@/components/video/video-page";

export const generateMetadata = createTitleMetadata("video", "title");

/** Query: `?task=` is a running or finished conversion, `?document=` its video. */
export default async function Page() {
  await requireViewer();
  return (
    <Translations of={["video"]}>
      <VideoPage undecoded={await services().listUndecodedCodecs()} />
    </Translations>
  );
}
