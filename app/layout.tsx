import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { beforePaint } from "@/components/browser/device-storage";
import { fontClass } from "@/components/browser/theme/font";
import { getReaderLocale, getTranslations, Translations } from "@/components/i18n/server";
import { earlyShortcuts } from "@/components/shell/early-shortcuts";
import { earlyInput } from "@/components/ui/early-input";
import { preserveTitleScript } from "@/components/ui/preserve-title";
import { getDirection } from "@/lib/platform/words/languages";
import "./globals.css";

export const generateMetadata = async (): Promise<Metadata> => ({
  title: { default: "Parley", template: "%s · Parley" },
  description: (await getTranslations("workspace"))("description"),
  icons: { icon: "/icon.svg", apple: "/icons/apple.png" },
  appleWebApp: { capable: true, title: "Parley" },
  robots: { index: false },
  formatDetection: { telephone: false },
});

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  interactiveWidget: "resizes-content",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f7f8f5" },
    { media: "(prefers-color-scheme: dark)", color: "#141715" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const { language, locale } = await getReaderLocale();
  return (
    <html lang={locale} dir={getDirection(language)} className={fontClass} suppressHydrationWarning>
      <head>
        <script nonce={nonce} suppressHydrationWarning>
          {`${beforePaint};${earlyInput};${earlyShortcuts};${preserveTitleScript}`}
        </script>
      </head>
      <body className="min-h-dvh bg-page text-ink antialiased">
        <Translations of={["problems", "ui"]}>{children}</Translations>
      </body>
    </html>
  );
}
