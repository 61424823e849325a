import type { Metadata } from "next";
import { requireViewer } from "@/app/viewer";
import { VideoPage } from "@/components/video/video-page";

export const metadata: Metadata = { title: "Video" };

/** `?task=` is a conversion that runs or is done, `?document=` the video that it is of. */
export default async function Page() {
  await requireViewer();
  return <VideoPage />;
}
