import Calendar from "lucide-react/icons/calendar";
import FileIcon from "lucide-react/icons/file";
import FileArchive from "lucide-react/icons/file-archive";
import FileCode from "lucide-react/icons/file-code";
import FileImage from "lucide-react/icons/file-image";
import FileMusic from "lucide-react/icons/file-music";
import FileSpreadsheet from "lucide-react/icons/file-spreadsheet";
import FileText from "lucide-react/icons/file-text";
import FileVideo from "lucide-react/icons/file-video";
import Mail from "lucide-react/icons/mail";
import Presentation from "lucide-react/icons/presentation";
import { cx } from "./class-names";

const ICONS = [
  [/^image\//, FileImage],
  [/^audio\//, FileMusic],
  [/^video\//, FileVideo],
  [/rfc822|outlook/, Mail],
  [/calendar/, Calendar],
  [/sheet|excel|csv|tab-separated/, FileSpreadsheet],
  [/presentation|powerpoint/, Presentation],
  [/json|\/xml|yaml|html/, FileCode],
  [/zip|tar/, FileArchive],
  [/pdf|word|text|markdown/, FileText],
] as const;

export function TypeIcon({ type, className = "size-5" }: { type: string; className?: string }) {
  const [, Icon = FileIcon] = ICONS.find(([pattern]) => pattern.test(type)) ?? [];
  return <Icon className={cx("shrink-0 text-muted", className)} aria-hidden />;
}
