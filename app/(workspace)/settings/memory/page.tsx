import { Memory } from "@/components/settings/memory";
import { titled, Words } from "@/components/words/server";

export const generateMetadata = titled("settings", "memory");

export default function MemoryPage() {
  return (
    <Words of={["settingsMemory"]}>
      <Memory />
    </Words>
  );
}
