import CornerDownRight from "lucide-react/icons/corner-down-right";
import Download from "lucide-react/icons/download";
import Info from "lucide-react/icons/info";
import Link from "lucide-react/icons/link";
import Pencil from "lucide-react/icons/pencil";
import Printer from "lucide-react/icons/printer";
import Share from "lucide-react/icons/share";
import Star from "lucide-react/icons/star";
import Trash2 from "lucide-react/icons/trash-2";
import Volume2 from "lucide-react/icons/volume-2";

const icons = { CornerDownRight, Download, Info, Link, Pencil, Printer, Share, Star, Trash2, Volume2 };
export type IconName = keyof typeof icons;

/** A picture in a menu of a chat or a message. */
export default function MenuIconOf({ name }: { name: IconName }) {
  const Icon = icons[name];
  return <Icon aria-hidden />;
}
