import type { Metadata } from "next";
import { SettingsShell } from "@/components/settings/settings-shell";
import { requireViewer } from "@/lib/auth/page";

export const metadata: Metadata = { title: { template: "%s · Settings · Parley", default: "Settings" } };

export default async function SettingsLayout({ children }: { children: React.ReactNode }) {
  const { user } = await requireViewer();
  return <SettingsShell isOwner={user.isInstallationOwner}>{children}</SettingsShell>;
}
