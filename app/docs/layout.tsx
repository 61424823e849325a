import { Translations } from "@/components/i18n/server";

export default function DocsLayout({ children }: { children: React.ReactNode }) {
  return <Translations of={["docs"]}>{children}</Translations>;
}
