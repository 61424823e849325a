import Bot from "lucide-react/icons/bot";
import ChartColumn from "lucide-react/icons/chart-column";
import Columns3 from "lucide-react/icons/columns-3";
import CornerDownRight from "lucide-react/icons/corner-down-right";
import Download from "lucide-react/icons/download";
import FileText from "lucide-react/icons/file-text";
import FolderInput from "lucide-react/icons/folder-input";
import GitBranch from "lucide-react/icons/git-branch";
import Globe from "lucide-react/icons/globe";
import Info from "lucide-react/icons/info";
import Link from "lucide-react/icons/link";
import Pencil from "lucide-react/icons/pencil";
import Pin from "lucide-react/icons/pin";
import Printer from "lucide-react/icons/printer";
import Share from "lucide-react/icons/share";
import Tag from "lucide-react/icons/tag";
import Trash2 from "lucide-react/icons/trash-2";
import Volume2 from "lucide-react/icons/volume-2";

const icons = {
  Bot,
  ChartColumn,
  Columns3,
  CornerDownRight,
  Download,
  FileText,
  FolderInput,
  GitBranch,
  Globe,
  Info,
  Link,
  Pencil,
  Pin,
  Printer,
  Share,
  Tag,
  Trash2,
  Volume2,
};
export type IconName = keyof typeof icons;

export default function MenuIconOf({ name }: { name: IconName }) {
  const Icon = icons[name];
  return <Icon aria-hidden />;
}
