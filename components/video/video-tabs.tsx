import { useTranslations } from "@/components/i18n/words";
import { PageTabs } from "@/components/ui/page-tabs";

export function VideoTabs({ at }: { at: "/video" | "/video/conversions" }) {
  const t = useTranslations("video");
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
