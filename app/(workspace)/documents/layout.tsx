import { Words } from "@/components/words/server";

export default function DocumentsLayout({ children }: { children: React.ReactNode }) {
  return <Words of={["collections", "composerFiles", "documents"]}>{children}</Words>;
}
