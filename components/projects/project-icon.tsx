import Folder from "lucide-react/icons/folder";
import { cx } from "@/components/ui/class-names";
import type { WorkspaceColor } from "@/lib/chat/workspaces/settings";

const colors: Record<WorkspaceColor, string> = {
  gray: "text-project-gray",
  red: "text-project-red",
  orange: "text-project-orange",
  yellow: "text-project-yellow",
  green: "text-project-green",
  teal: "text-project-teal",
  blue: "text-project-blue",
  purple: "text-project-purple",
  pink: "text-project-pink",
};

type ProjectIconProps = { icon: string | null; color: WorkspaceColor | null; className?: string };

export function ProjectIcon({ icon, color, className = "size-4" }: ProjectIconProps) {
  const tone = color ? colors[color] : "text-muted";
  if (!icon) return <Folder className={cx("shrink-0", tone, className)} aria-hidden />;
  return (
    <span
      className={cx("inline-flex shrink-0 items-center justify-center leading-none", tone, className)}
      aria-hidden
    >
      {icon}
    </span>
  );
}
