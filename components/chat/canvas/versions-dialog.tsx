import { useQuery } from "@tanstack/react-query";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { type ReactNode, useState } from "react";
import type { z } from "zod";
import { canvasVersionQuery, canvasVersionsQuery } from "@/components/data/canvas";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { Dialog } from "@/components/ui/dialog";
import { Tabs } from "@/components/ui/panel-tabs";
import { QueryBoundary } from "@/components/ui/read";
import { useToast } from "@/components/ui/toast";
import type { CanvasVersion } from "@/lib/chat/canvas/contract";
import { TextDiff } from "./text-diff";

type Version = z.output<typeof CanvasVersion>;

type VersionsDialogProps = {
  chat: string;
  page: number | undefined;
  /** The current text. */
  current: string;
  /** Words are compared instead of lines. */
  isProse: boolean;
  /** Shows a version as it looks; absent for code and text. */
  preview: ((text: string) => ReactNode) | undefined;
  /** Absent for members who can't change the text, and while a change isn't stored yet. */
  onRestore: ((version: number) => Promise<void>) | undefined;
  onClose: () => void;
};

/** Lists the versions of a text, compares them with the current one and restores them. */
export function VersionsDialog({ chat, page, ...rest }: VersionsDialogProps) {
  const t = useTranslations("canvasVersions");
  const query = useQuery(canvasVersionsQuery(chat, page));
  return (
    <Dialog open onClose={rest.onClose} title={t("title")} className="w-[min(64rem,calc(100vw-2rem))]!">
      <QueryBoundary query={query} loading={t("loading")} className="h-80 rounded-lg">
        {(versions) =>
          versions.length === 0 ? (
            <p className="py-10 text-center text-muted">{t("empty")}</p>
          ) : (
            <Versions {...rest} chat={chat} versions={versions} />
          )
        }
      </QueryBoundary>
    </Dialog>
  );
}

type VersionsProps = Omit<VersionsDialogProps, "page"> & { versions: Version[] };

function Versions({ versions, ...rest }: VersionsProps) {
  const t = useTranslations("canvasVersions");
  const [chosen, setChosen] = useState(versions[0]!.id);
  // The oldest version is deleted when a new one is stored.
  const at = Math.max(
    0,
    versions.findIndex(({ id }) => id === chosen),
  );
  const version = versions[at]!;
  const step = (by: number) => setChosen(versions[at + by]?.id ?? chosen);
  return (
    <div className="flex min-h-0 flex-col gap-4 md:flex-row">
      <div className="md:w-64 md:shrink-0">
        <div className="mb-2 flex items-center gap-1">
          <IconButton label={t("newer")} disabled={at === 0} onClick={() => step(-1)}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <p className="flex-1 text-center text-muted" aria-live="polite">
            {t("position", { number: at + 1, count: versions.length })}
          </p>
          <IconButton label={t("older")} disabled={at === versions.length - 1} onClick={() => step(1)}>
            <ChevronRight aria-hidden />
          </IconButton>
        </div>
        <ul aria-label={t("title")} className="max-h-32 overflow-y-auto rounded-lg border md:max-h-[60dvh]">
          {versions.map(({ id }, index) => (
            <li key={id} className="border-b last:border-b-0">
              <button
                type="button"
                aria-current={id === version.id}
                onClick={() => setChosen(id)}
                className={cx(
                  "w-full px-3 py-2 text-start -outline-offset-2 hover:bg-hover pointer-coarse:py-3",
                  id === version.id && "bg-accent-soft",
                )}
              >
                <Written versions={versions} at={index} />
              </button>
            </li>
          ))}
        </ul>
      </div>
      <Content key={version.id} {...rest} version={version} />
    </div>
  );
}

// A stored version has the author and time of the change that ended it.
function Written({ versions, at }: { versions: Version[]; at: number }) {
  const t = useTranslations("canvasVersions");
  const moments = useMoments();
  const written = versions[at + 1];
  const { preview, created_at } = versions[at]!;
  return (
    <>
      <span className="block truncate font-medium">{preview.trim().split("\n")[0] || t("emptyText")}</span>
      <span className="block text-xs text-muted">
        {written
          ? t(written.changed_by ? "writtenBy" : "writtenByFormer", {
              name: written.changed_by?.name ?? "",
              date: moments.fullTime(written.created_at),
            })
          : t("writtenBefore", { date: moments.fullTime(created_at) })}
      </span>
    </>
  );
}

type ContentProps = Omit<VersionsProps, "versions"> & { version: Version };

function Content({ chat, version, current, isProse, preview, onRestore, onClose }: ContentProps) {
  const t = useTranslations("canvasVersions");
  const toast = useToast();
  const query = useQuery(canvasVersionQuery(chat, version.id));
  const [tab, setTab] = useState<"changes" | "preview">("changes");
  const [isRestoring, setRestoring] = useState(false);
  const restore = async () => {
    setRestoring(true);
    await onRestore?.(version.id).then(onClose, toast);
    setRestoring(false);
  };
  return (
    <section aria-label={t("version")} className="min-w-0 flex-1">
      <QueryBoundary query={query} loading={t("loading")} className="h-80 rounded-lg">
        {({ text }) => {
          const diff = (
            <TextDiff before={text} after={current} unit={isProse ? "words" : "lines"} label={t("changes")} />
          );
          return (
            <>
              {preview ? (
                <Tabs
                  label={t("version")}
                  tabs={{ changes: t("changes"), preview: t("preview") }}
                  tab={tab}
                  onTab={setTab}
                >
                  {tab === "changes" ? (
                    diff
                  ) : (
                    <div className="max-h-[55dvh] overflow-auto">{preview(text)}</div>
                  )}
                </Tabs>
              ) : (
                diff
              )}
              <div className="flex flex-wrap items-center justify-end gap-3 pt-3">
                <p className="min-w-0 flex-1 text-xs text-muted">{t("help")}</p>
                {onRestore && (
                  <Button
                    variant="primary"
                    busy={isRestoring}
                    disabled={text === current}
                    onClick={() => void restore()}
                  >
                    {t("restore")}
                  </Button>
                )}
              </div>
            </>
          );
        }}
      </QueryBoundary>
    </section>
  );
}
