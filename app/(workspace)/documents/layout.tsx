import { Words } from "@/components/words/server";

export default function DocumentsLayout({ children }: { children: React.ReactNode }) {
  return <Words of={["collections", "composerFiles", "connectors", "documents"]}>{children}</Words>;
}
