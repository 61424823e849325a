import { Imports } from "@/components/imports/imports";
import { titled, Words } from "@/components/words/server";

export const generateMetadata = titled("settings", "import");

export default function ImportPage() {
  return (
    <Words of={["imports"]}>
      <Imports />
    </Words>
  );
}
