import { createTitleMetadata, Translations } from "@/components/i18n/server";
import { Notifications } from "@/components/settings/notifications";

export const generateMetadata = createTitleMetadata("settings", "notifications");

export default function NotificationsPage() {
  return (
    <Translations of={["settingsNotifications"]}>
      <Notifications />
    </Translations>
  );
}
