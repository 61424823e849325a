import type { MetadataRoute } from "next";
import { getTranslations } from "@/components/i18n/server";

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const t = await getTranslations("workspace");
  return {
    id: "/",
    lang: t.locale,
    name: "Parley",
    description: t("description"),
    start_url: "/",
    display: "standalone",
    background_color: "#f7f8f5",
    theme_color: "#14614f",
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icons/192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/512.png", sizes: "512x512", type: "image/png" },
      { src: "/icons/maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
