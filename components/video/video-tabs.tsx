import { PageTabs } from "@/components/ui/page-tabs";
import { useWords } from "@/components/words/words";

export function VideoTabs({ at }: { at: "/video" | "/video/conversions" }) {
  const t = useWords("video");
  return (
    <PageTabs
      label={t("videos")}
      at={at}
      tabs={[
        ["/video", t("turnIntoText")],
        ["/video/conversions", t("conversions")],
      ]}
    />
  );
}
