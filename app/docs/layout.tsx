import { Words } from "@/components/words/server";

export default function DocsLayout({ children }: { children: React.ReactNode }) {
  return <Words of={["docs"]}>{children}</Words>;
}
