"use client";

import { useQueryClient } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import MoreHorizontal from "lucide-react/icons/ellipsis";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { type ConversionItem, isOpen, refreshConversions } from "@/components/data/videos";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { videoApi } from "@/lib/knowledge/video/operations";
import { repliesApi } from "@/lib/replies/runs/operations";

type ConversionActionsProps = { conversion: ConversionItem };

export function ConversionActions({ conversion }: ConversionActionsProps) {
  const t = useTranslations("video");
  const client = useQueryClient();
  const say = useToast();
  const [isBusy, setBusy] = useState(false);
  const { streaming_task_id } = conversion;
  const doing = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      say(error as Error);
    }
    await refreshConversions(client);
    setBusy(false);
  };
  const params = { streaming_task_id };
  if (isOpen(conversion))
    return (
      <Button
        size="small"
        className="mt-1.5"
        busy={isBusy}
        onClick={() => void doing(() => call(repliesApi.stopStream, { params }))}
      >
        {t("cancel")}
      </Button>
    );
  if (!conversion.may_retry) return null;
  return (
    <Button
      size="small"
      className="mt-1.5"
      busy={isBusy}
      onClick={() => void doing(() => call(videoApi.retryVideoConversion, { params }))}
    >
      {t("tryAgain")}
    </Button>
  );
}

export function ConversionMenu({ conversion }: ConversionActionsProps) {
  const t = useTranslations("video");
  const client = useQueryClient();
  const confirm = useConfirm();
  const { streaming_task_id, file_name: name, text_url } = conversion;
  const items: MenuItem[] = [
    {
      label: t("delete"),
      icon: <Trash2 className="size-4" aria-hidden />,
      danger: true,
      onSelect: () =>
        confirm({
          title: t("deleteConversion", { name }),
          text: t("deleteConversionHelp"),
          action: t("delete"),
          onConfirm: async () => {
            await call(videoApi.deleteVideoConversion, { params: { streaming_task_id } });
            await refreshConversions(client);
          },
        }),
    },
  ];
  if (text_url)
    items.unshift({
      label: t("downloadText"),
      icon: <Download className="size-4 text-muted" aria-hidden />,
      onSelect: () => window.location.assign(text_url),
    });
  return (
    <Menu
      label={t("actions", { name })}
      trigger={<MoreHorizontal className="size-4.5" aria-hidden />}
      items={items}
      className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
    />
  );
}
