import { Words } from "@/components/i18n/server";

export default function DocumentsLayout({ children }: { children: React.ReactNode }) {
  return <Words of={["collections", "composerFiles", "connectors", "documents"]}>{children}</Words>;
}
