import type { Metadata } from "next";
import { SettingsSection } from "@/components/settings/settings-section";
import { requireViewer } from "@/lib/auth/page";

export const metadata: Metadata = { title: "Profile" };

const roles = { owner: "Owner", admin: "Admin", member: "Member" };

export default async function ProfilePage() {
  const { user, group } = await requireViewer();
  const rows = [
    ["Name", user.fullName],
    ["E-mail address", user.email],
    ["Team", group.name],
    ["Your role", roles[group.role]],
  ] as const;
  return (
    <SettingsSection title="Profile" lead="What others in your team see of you.">
      <dl className="divide-y divide-line rounded-xl border bg-surface">
        {rows.map(([label, value]) => (
          <div key={label} className="px-4 py-3 sm:grid sm:grid-cols-[10rem_1fr]">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </SettingsSection>
  );
}
