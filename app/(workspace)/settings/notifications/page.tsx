import { Notifications } from "@/components/settings/notifications";
import { titled, Words } from "@/components/words/server";

export const generateMetadata = titled("settings", "notifications");

export default function NotificationsPage() {
  return (
    <Words of={["settingsNotifications"]}>
      <Notifications />
    </Words>
  );
}
