import type { Metadata } from "next";
import { requireViewer } from "@/app/viewer";
import { SettingsShell } from "@/components/settings/settings-shell";

export const metadata: Metadata = { title: { template: "%s · Settings · Parley", default: "Settings" } };

export default async function SettingsLayout({ children }: { children: React.ReactNode }) {
  const { user } = await requireViewer();
  return <SettingsShell isOwner={user.isInstallationOwner}>{children}</SettingsShell>;
}
