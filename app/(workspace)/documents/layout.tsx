import { Words } from "@/components/words/server";

export default function DocumentsLayout({ children }: { children: React.ReactNode }) {
  return <Words of={["collections", "documents"]}>{children}</Words>;
}
