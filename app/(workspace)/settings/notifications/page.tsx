import { titled, Words } from "@/components/i18n/server";
import { Notifications } from "@/components/settings/notifications";

export const generateMetadata = titled("settings", "notifications");

export default function NotificationsPage() {
  return (
    <Words of={["settingsNotifications"]}>
      <Notifications />
    </Words>
  );
}
