import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { titled, Words } from "@/components/i18n/server";
import { VideoPage } from "@/components/video/video-page";

export const generateMetadata = titled("video", "title");

/** Query: `?task=` is a running or finished conversion, `?document=` its video. */
export default async function Page() {
  await requireViewer();
  return (
    <Words of={["video"]}>
      <VideoPage undecoded={await services().listUndecodedCodecs()} />
    </Words>
  );
}
