import { Words } from "@/components/i18n/server";

export default function DocsLayout({ children }: { children: React.ReactNode }) {
  return <Words of={["docs"]}>{children}</Words>;
}
