import { Imports } from "@/components/imports/imports";
import { titled } from "@/components/words/server";

export const generateMetadata = titled("settings", "import");

export default function ImportPage() {
  return <Imports />;
}
