import { createTitleMetadata, Translations } from "@/components/i18n/server";
import { Memory } from "@/components/settings/memory";

export const generateMetadata = createTitleMetadata("settings", "memory");

export default function MemoryPage() {
  return (
    <Translations of={["settingsMemory"]}>
      <Memory />
    </Translations>
  );
}
