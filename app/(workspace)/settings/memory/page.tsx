import { Memory } from "@/components/settings/memory";
import { titled } from "@/components/words/server";

export const generateMetadata = titled("settings", "memory");

export default function MemoryPage() {
  return <Memory />;
}
