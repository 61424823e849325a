"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback } from "react";
import type { Chat } from "@/components/data/chats";
import { type Excerpt, OpenInCanvas } from "@/components/markdown/open-in-canvas";
import { useToast } from "@/components/ui/toast";
import { OpenPage } from "./open-page";

export function CanvasOpener({
  chat: { uuid, my_role },
  onOpen,
  children,
}: {
  chat: Chat;
  onOpen: (page: number) => void;
  children: ReactNode;
}) {
  const client = useQueryClient();
  const toast = useToast();
  const open = useCallback(
    (excerpt: Excerpt) => {
      import("@/components/data/canvas")
        .then(({ findOrCreatePage }) => findOrCreatePage(client, uuid, excerpt))
        .then(onOpen, toast);
    },
    [client, uuid, onOpen, toast],
  );
  return (
    <OpenPage value={onOpen}>
      <OpenInCanvas value={my_role === "member" ? undefined : open}>{children}</OpenInCanvas>
    </OpenPage>
  );
}
