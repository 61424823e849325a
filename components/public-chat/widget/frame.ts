import { getPageAddress } from "./site-page";

// Timeout after which a frame is removed although it hasn't confirmed that its storage is cleared.
const MAX_FORGETTING_MS = 1000;

export type ChatFrame = ReturnType<typeof createChatFrame>;

/** Manages a chat's frame. Messages passed to `send` wait until the frame is ready. */
export function createChatFrame(app: string, box: HTMLElement) {
  let frame: HTMLIFrameElement | undefined;
  let isReady = false;
  let unsent: object[] = [];
  let page = "";

  const post = (message: object) =>
    frame?.contentWindow?.postMessage({ source: "parley-launcher", ...message }, app);

  return {
    isLoaded: () => frame !== undefined,
    isReady: () => isReady,
    isSender: ({ source, origin, data }: MessageEvent): boolean =>
      Boolean(frame && source === frame.contentWindow && origin === app && data?.source === "parley"),
    load(title: string, address: string, isHidden: boolean): void {
      frame = document.createElement("iframe");
      frame.title = title;
      frame.allow = "clipboard-write";
      frame.referrerPolicy = "strict-origin";
      frame.src = address;
      frame.hidden = isHidden;
      box.append(frame);
    },
    setHidden(isHidden: boolean): void {
      if (frame) frame.hidden = isHidden;
    },
    setReady(is: boolean): void {
      isReady = is;
    },
    focus: () => frame?.focus(),
    post,
    send: (message: object) => void (isReady ? post(message) : unsent.push(message)),
    sendWaiting: () => unsent.splice(0).forEach(post),
    dropWaiting(): void {
      unsent = [];
    },
    sendPage(): void {
      if (!isReady || page === getPageAddress()) return;
      page = getPageAddress();
      post({ type: "page", page });
    },
    remove(): void {
      frame?.remove();
      frame = undefined;
      isReady = false;
      page = "";
    },
    removeWhenCleared(): void {
      const leaving = frame!;
      frame = undefined;
      leaving.hidden = true;
      const remove = ({ source, data }: Partial<MessageEvent> = {}) => {
        if (source && (source !== leaving.contentWindow || data?.type !== "forgotten")) return;
        leaving.remove();
        removeEventListener("message", remove);
      };
      addEventListener("message", remove);
      setTimeout(remove, MAX_FORGETTING_MS);
      leaving.contentWindow!.postMessage({ source: "parley-launcher", type: "forget" }, app);
    },
  };
}
