import { titled, Words } from "@/components/i18n/server";
import { Memory } from "@/components/settings/memory";

export const generateMetadata = titled("settings", "memory");

export default function MemoryPage() {
  return (
    <Words of={["settingsMemory"]}>
      <Memory />
    </Words>
  );
}
