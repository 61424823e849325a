import type { Metadata } from "next";
import { Imports } from "@/components/imports/imports";
import { Words } from "@/components/words/server";

export const metadata: Metadata = { title: "Import and export" };

export default function ImportPage() {
  return (
    <Words of={["imports"]}>
      <Imports />
    </Words>
  );
}
