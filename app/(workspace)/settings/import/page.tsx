import { createTitleMetadata, Translations } from "@/components/i18n/server";
import { Imports } from "@/components/settings/imports/imports";

export const generateMetadata = createTitleMetadata("settings", "import");

export default function ImportPage() {
  return (
    <Translations of={["imports"]}>
      <Imports />
    </Translations>
  );
}
