import type { MetadataRoute } from "next";

/** With which browsers install Parley as an app. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: "/",
    name: "Parley",
    description: "Conversations with assistants and with each other.",
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
