import type { ScriptOptions } from "./options";
import { launch, type Widget } from "./widget";

// Launcher of public chats for any site: `<script async src="…/embed.js" data-chat="<uuid>"></script>`.
// `data-title`, `data-footer`, `data-theme`, `data-language`, `data-bg-color`, `data-agent-color` and
// `data-guest-color` set the look of the chat, `data-color` that of the button, `data-position="left"` its place.
// `data-button="none"` hides the button, `data-open` opens the chat initially, `data-consent="required"` waits for
// `Parley.consent()`. The chat's owner sets the defaults. Without `data-chat` the script waits for `Parley.init()`.
type Parley = Partial<Widget> & {
  init: (options: ScriptOptions, server?: string) => Widget | undefined;
  widget: (chat: string) => Widget | undefined;
  push: (...calls: QueuedCall[]) => void;
};
// Call queued before the script was loaded: `["open"]` or a function.
type QueuedCall = [name: string, ...given: unknown[]] | ((parley: Parley) => void);

const OF_WIDGETS = [
  "open",
  "close",
  "toggle",
  "prefill",
  "send",
  "setTheme",
  "identify",
  "reset",
  "consent",
  "on",
  "destroy",
] as const satisfies (keyof Widget)[];

function install(app: string): Parley {
  const widgets = new Map<string, Widget>();
  const parley: Parley = {
    init(options, server = app) {
      const chat = options.chat?.trim().toLowerCase();
      if (!chat) return undefined;
      // One widget per chat, even if the page includes the script several times.
      if (!widgets.has(chat))
        widgets.set(
          chat,
          launch(server, chat, { ...options }, () => widgets.delete(chat)),
        );
      return widgets.get(chat);
    },
    widget: (chat) => widgets.get(chat.toLowerCase()),
    push(...calls) {
      for (const call of calls) {
        try {
          if (typeof call === "function") call(parley);
          else
            (parley as unknown as Record<string, (...values: unknown[]) => void>)[call[0]]!(...call.slice(1));
        } catch (error) {
          reportError(error);
        }
      }
    },
  };
  for (const name of OF_WIDGETS) {
    const call = (...values: unknown[]) => {
      const [first] = widgets.values();
      return (first?.[name] as ((...values: unknown[]) => unknown) | undefined)?.(...values);
    };
    Object.assign(parley, { [name]: call });
  }
  return parley;
}

const script =
  (document.currentScript as HTMLScriptElement | null) ??
  document.querySelector<HTMLScriptElement>("script[src*='/embed.js']");
if (script) {
  const { origin } = new URL(script.src);
  const page = window as { Parley?: Parley | QueuedCall[] };
  const known = page.Parley;
  const isThere = known !== undefined && "init" in known;
  const parley = isThere ? known : install(origin);
  page.Parley = parley;
  parley.init({ ...script.dataset }, origin);
  if (!isThere && Array.isArray(known)) parley.push(...known);
}
