import type { Metadata } from "next";
import { requireViewer } from "@/app/viewer";
import { getTranslations, Translations } from "@/components/i18n/server";
import { SettingsShell } from "@/components/settings/settings-shell";

export async function generateMetadata(): Promise<Metadata> {
  const settings = (await getTranslations("settings"))("title");
  return { title: { template: `%s · ${settings} · Parley`, default: settings } };
}

export default async function SettingsLayout({ children }: { children: React.ReactNode }) {
  const { user, group } = await requireViewer();
  return (
    <Translations of={["settings"]}>
      <SettingsShell isOwner={user.isInstallationOwner} isManager={group.role !== "member"}>
        {children}
      </SettingsShell>
    </Translations>
  );
}
