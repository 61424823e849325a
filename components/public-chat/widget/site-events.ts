import type { Panel, Tell } from "./panel";
import type { Visit } from "./visit";

export function listenToSite(panel: Panel, visit: Visit, tell: Tell, signal: AbortSignal): void {
  const { frame } = panel;
  const hear = <E extends Event>(target: EventTarget | undefined, name: string, listen: (event: E) => void) =>
    target?.addEventListener(name, listen as (event: Event) => void, { signal });

  hear<MessageEvent>(window, "message", (event) => {
    if (!frame.isSender(event)) return;
    handleMessage(event.data);
    frame.sendPage();
  });
  hear<KeyboardEvent>(window, "keydown", (event) => {
    if (event.key === "Escape" && panel.isOpen() && !event.defaultPrevented) panel.close();
  });
  hear<StorageEvent>(window, "storage", (event) => {
    if (!frame.isLoaded() || !visit.isChangedBy(event)) return;
    visit.drop();
    if (panel.isOpen() && event.newValue) panel.load();
    else panel.close();
    panel.paint();
  });
  hear((window as { navigation?: EventTarget }).navigation, "currententrychange", frame.sendPage);
  hear(window, "popstate", frame.sendPage);

  function handleMessage(data: MessageEvent["data"]): void {
    if (data.type === "ready") visit.greet(data.isNew === true);
    else if (data.type === "identified") visit.noteIdentified(data.verified);
    else if (data.type === "message") tell("message", { role: data.role });
    else if (data.type === "unread" && Number.isInteger(data.count)) {
      panel.setUnread(data.count);
      panel.paint();
      tell("unread", { count: data.count });
    } else if (data.type === "close") {
      if (data.ended) {
        visit.forgetPerson();
        visit.end(data.renew === true);
      } else panel.close();
    }
  }
}
