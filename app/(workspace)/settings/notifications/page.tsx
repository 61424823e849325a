import { Notifications } from "@/components/settings/notifications";
import { titled } from "@/components/words/server";

export const generateMetadata = titled("settings", "notifications");

export default function NotificationsPage() {
  return <Notifications />;
}
