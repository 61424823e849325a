import type { LiveEvent } from "@/lib/chat/live/contract";

export type Notice = { title: string; body: string; path: string; tag: string };
export type ConnectionListener = {
  /** `id` is the event's id, 0 for events that aren't stored. */
  event: (event: LiveEvent, id: number) => void;
  connected: (isConnected: boolean) => void;
  /** Called in one tab when no tab of the browser is visible, to show a system notification. */
  notice: (notice: Notice) => void;
};

const HEARTBEAT_INTERVAL_MS = 30_000;

type ToPage =
  | ({ type: "event"; id: number } & LiveEvent)
  | { type: "connected" | "lost" }
  | { type: "notice"; notice: Notice };

/**
 * Connects to the user's live events through one stream for all tabs of the browser (`public/live-worker.js`). `whose`
 * separates accounts and groups; `from` is the id of the latest event when the page was rendered.
 */
export function connect(whose: string, from: number, listener: ConnectionListener) {
  const shared = typeof SharedWorker === "undefined" ? undefined : new SharedWorker("/live-worker.js", whose);
  const own = shared ? undefined : new Worker("/live-worker.js");
  const port: Pick<MessagePort, "postMessage" | "addEventListener"> = shared?.port ?? own!;
  port.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
    if (data.type === "event") listener.event(data, data.id);
    else if (data.type === "notice") listener.notice(data.notice);
    else listener.connected(data.type === "connected");
  });
  shared?.port.start();
  const here = (isWaking: boolean, since?: number) =>
    port.postMessage({
      type: "here",
      isVisible: document.visibilityState === "visible",
      isWaking,
      from: since,
    });
  const wake = () => here(true);
  const leave = () => port.postMessage({ type: "bye" });
  const clock = setInterval(() => here(false), HEARTBEAT_INTERVAL_MS);
  const wakings: [EventTarget, string, () => void][] = [
    [document, "visibilitychange", wake],
    [window, "pageshow", wake],
    [window, "online", wake],
    [window, "pagehide", leave],
  ];
  for (const [target, name, act] of wakings) target.addEventListener(name, act);
  here(false, from);
  return {
    notify: (notice: Notice) => port.postMessage({ type: "notice", notice }),
    close: () => {
      clearInterval(clock);
      for (const [target, name, act] of wakings) target.removeEventListener(name, act);
      leave();
      shared?.port.close();
      own?.terminate();
    },
  };
}
