import { usePathname } from "next/navigation";
import { Suspense, useCallback, useEffect, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import type { Chat } from "@/components/data/chats";
import { useInHistory } from "@/components/ui/use-in-history";

// The side panes are loaded when they are first opened.
const CanvasPane = lazy(() =>
  import("@/components/chat/canvas/canvas-pane").then((file) => ({ default: file.CanvasPane })),
);
const ChatPanel = lazy(() =>
  import("@/components/chat/panel/chat-panel").then((file) => ({ default: file.ChatPanel })),
);

export function useSidePane(chat: Chat | undefined) {
  const side = useInHistory<"panel" | "canvas">();
  const [hasBegun, setHasBegun] = useState(false);
  const [page, setPage] = useState<number>();
  const openSide = side.open;
  const openPage = useCallback(
    (page: number) => {
      setPage(page);
      openSide("canvas");
    },
    [openSide],
  );
  useOpenDetails(chat?.is_visitor === true, side.begin);
  // Opens the chat's initial pane on the first render only, so that changing the setting doesn't open a pane.
  if (chat && !hasBegun) {
    setHasBegun(true);
    if (chat.page_type !== "chat") side.begin(chat.page_type === "canvas" ? "canvas" : "panel");
  }
  return {
    shown: side.shown,
    close: side.close,
    toggle: (pane: "panel" | "canvas") => (side.shown === pane ? side.close() : side.open(pane)),
    page,
    setPage,
    openPage,
  };
}

// Opens the visitor's details beside a conversation in the inbox if the window is wide enough.
function useOpenDetails(isOfVisitor: boolean, begin: (what: "panel") => void): void {
  const isInInbox = usePathname().startsWith("/inbox/");
  useEffect(() => {
    if (isOfVisitor && isInInbox && window.matchMedia("(min-width: 90rem)").matches) begin("panel");
  }, [isOfVisitor, isInInbox, begin]);
}

type SidePaneProps = { chat: Chat; side: ReturnType<typeof useSidePane> };

export const SidePane = ({ chat, side }: SidePaneProps) => (
  <Suspense>
    {side.shown === "canvas" && (
      <CanvasPane chat={chat} page={side.page} onPage={side.setPage} onClose={side.close} />
    )}
    {side.shown === "panel" && (
      <ChatPanel
        chat={chat}
        tab={chat.is_visitor ? "visitor" : chat.page_type === "documents" ? "documents" : "members"}
        onClose={side.close}
      />
    )}
  </Suspense>
);
