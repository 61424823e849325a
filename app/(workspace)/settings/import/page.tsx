import { titled, Words } from "@/components/i18n/server";
import { Imports } from "@/components/settings/imports/imports";

export const generateMetadata = titled("settings", "import");

export default function ImportPage() {
  return (
    <Words of={["imports"]}>
      <Imports />
    </Words>
  );
}
