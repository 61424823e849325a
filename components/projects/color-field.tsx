import Check from "lucide-react/icons/check";
import { useId } from "react";
import { useTranslations } from "@/components/i18n/words";
import { cx } from "@/components/ui/class-names";
import type { WorkspaceColor } from "@/lib/chat/workspaces/settings";

const fills: Record<WorkspaceColor, string> = {
  gray: "bg-project-gray",
  red: "bg-project-red",
  orange: "bg-project-orange",
  yellow: "bg-project-yellow",
  green: "bg-project-green",
  teal: "bg-project-teal",
  blue: "bg-project-blue",
  purple: "bg-project-purple",
  pink: "bg-project-pink",
};

type ColorFieldProps = {
  colors: readonly WorkspaceColor[];
  value: WorkspaceColor | null;
  onChange: (color: WorkspaceColor | null) => void;
};

export function ColorField({ colors, value, onChange }: ColorFieldProps) {
  const t = useTranslations("projects");
  const name = useId();
  return (
    <fieldset>
      <legend className="text-sm font-medium">{t("color")}</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {[null, ...colors].map((color) => (
          <label
            key={color ?? "none"}
            title={t(color ?? "noColor")}
            className={cx(
              "relative inline-flex size-8 cursor-pointer items-center justify-center rounded-full border has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:size-11",
              color && fills[color],
            )}
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-0 cursor-pointer opacity-0"
              aria-label={t(color ?? "noColor")}
              checked={value === color}
              onChange={() => onChange(color)}
            />
            {value === color && (
              <Check className={cx("size-4", color ? "text-page" : "text-ink")} aria-hidden />
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
