import Globe from "lucide-react/icons/globe";
import LibraryBig from "lucide-react/icons/library-big";
import MessagesSquare from "lucide-react/icons/messages-square";
import type { Attachable } from "@/components/data/attachables";
import { TypeIcon } from "@/components/ui/type-icon";

const icons = { collection: LibraryBig, chat: MessagesSquare, page: Globe };

export function AttachableIcon({ of }: { of: Attachable }) {
  if (of.kind === "document") return <TypeIcon type={of.document.mime_type} className="size-4 self-center" />;
  const Icon = icons[of.kind];
  return <Icon className="size-4 shrink-0 self-center text-muted" aria-hidden />;
}
