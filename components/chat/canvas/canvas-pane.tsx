"use client";

import type { ComponentProps } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Dialog } from "@/components/ui/dialog";
import { SidePanel } from "@/components/ui/side-panel";
import { useWide } from "@/components/ui/use-wide";
import { CanvasEditor } from "./canvas-editor";

export function CanvasPane({
  onClose,
  ...rest
}: ComponentProps<typeof CanvasEditor> & { onClose: () => void }) {
  const t = useTranslations("canvas");
  const isWide = useWide();
  if (isWide)
    return (
      <SidePanel label={t("canvas")} close={t("close")} className="w-[min(44rem,50%)]" onClose={onClose}>
        <CanvasEditor key={rest.chat.uuid} {...rest} />
      </SidePanel>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("canvas")}
      className="m-0 h-dvh max-h-none w-dvw max-w-none rounded-none border-0 *:h-full *:max-h-none"
    >
      <CanvasEditor key={rest.chat.uuid} {...rest} />
    </Dialog>
  );
}
