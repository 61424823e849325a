import { Translations } from "@/components/i18n/server";

export default function DocumentsLayout({ children }: { children: React.ReactNode }) {
  return (
    <Translations of={["audience", "collections", "composerFiles", "connectors", "documents"]}>
      {children}
    </Translations>
  );
}
