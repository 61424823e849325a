import type { Metadata } from "next";
import { Imports } from "@/components/imports/imports";

export const metadata: Metadata = { title: "Import and export" };

export default function ImportPage() {
  return <Imports />;
}
