import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import { useRouter } from "next/navigation";
import type { KeyboardEvent } from "react";
import { useTranslations } from "@/components/i18n/words";
import { useSidebar } from "@/components/shell/sidebar-state";

export const toSearchUrl = (search: string) => `/search?${new URLSearchParams({ q: search })}`;

type SearchFieldProps = { typed: string; onType: (typed: string) => void; isArchive: boolean };

export function SearchField({ typed, onType, isArchive }: SearchFieldProps) {
  const t = useTranslations("sidebar");
  const { closeDrawer } = useSidebar();
  const router = useRouter();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onType("");
    if (event.key !== "Enter" || !typed.trim()) return;
    closeDrawer();
    router.push(toSearchUrl(typed.trim()));
  };
  return (
    <div className="relative min-w-0 flex-1">
      <Search className="pointer-events-none absolute top-2.5 start-3 size-4 text-muted" aria-hidden />
      <input
        id="chat-search"
        type="search"
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        aria-label={t(isArchive ? "searchArchive" : "searchChats")}
        placeholder={t(isArchive ? "searchArchive" : "searchChats")}
        maxLength={200}
        className="h-9 w-full rounded-lg bg-hover pe-8 ps-9 text-sm [&::-webkit-search-cancel-button]:hidden"
      />
      {typed && (
        <button
          type="button"
          aria-label={t("clearSearch")}
          onClick={() => onType("")}
          className="absolute top-1.5 end-1.5 rounded-md p-1 text-muted hover:text-ink"
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </div>
  );
}
