import LibraryBig from "lucide-react/icons/library-big";
import Upload from "lucide-react/icons/upload";
import type { MenuItem } from "@/components/ui/menu";
import type { Translate } from "@/lib/platform/words/translate";

type AttachActions = { onUpload: () => void; onOthers: () => void };

export const buildAttachItems = (
  t: Translate<"composerAttach">,
  { onUpload, onOthers }: AttachActions,
): MenuItem[] => [
  { label: t("uploadFiles"), icon: <Upload aria-hidden />, onSelect: onUpload },
  { label: t("others"), hint: t("othersHint"), icon: <LibraryBig aria-hidden />, onSelect: onOthers },
];
