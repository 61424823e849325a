import type { Metadata } from "next";
import { Memory } from "@/components/settings/memory";

export const metadata: Metadata = { title: "Memory" };

export default function MemoryPage() {
  return <Memory />;
}
