"use client";

import MessageCircle from "lucide-react/icons/message-circle";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { getContrastColor } from "@/components/public-chat/widget/style";
import { cx } from "@/components/ui/class-names";
import type { Publication } from "@/lib/channels/public-chats/contract";
import { toOpaqueColour } from "./colours";
import { toRequestBody } from "./draft";

// Counts from the last change.
const PREVIEW_DELAY_MS = 250;
const LAUNCHER = "14614f";

export function Preview({ uuid, value }: { uuid: string; value: Publication }) {
  const t = useTranslations("publish");
  const [device, setDevice] = useState<"desktop" | "phone">("desktop");
  const [chosen, setTheme] = useState<"light" | "dark">("light");
  const { ui_theme, ui_launcher_color, ui_launcher_position, ui_launcher_icon } = value.appearance;
  const theme = ui_theme ?? chosen;
  const frame = useFrame(`/public/chats/${uuid}/preview`, theme, value);
  const isDesktop = device === "desktop";
  const color = toOpaqueColour(ui_launcher_color ?? "") ?? LAUNCHER;
  const side = ui_launcher_position === "left" ? { left: 20 } : { insetInlineEnd: 20 };
  return (
    <section aria-label={t("preview")} className="lg:sticky lg:top-4">
      <div className="mb-3 flex flex-wrap gap-3">
        <Choice
          label={t("device")}
          of={{ desktop: t("desktop"), phone: t("phone") }}
          value={device}
          onChange={setDevice}
        />
        <Choice
          label={t("theme")}
          of={{ light: t("light"), dark: t("dark") }}
          value={theme}
          isFixed={ui_theme !== undefined}
          onChange={setTheme}
        />
      </div>
      <div className="relative h-[40rem] max-h-[calc(100dvh-8rem)] min-h-96 overflow-hidden rounded-xl border bg-sunken">
        <iframe
          ref={frame.ref}
          src={frame.src}
          onLoad={frame.onLoad}
          title={t("preview")}
          style={isDesktop ? side : undefined}
          className={cx(
            "bg-surface",
            isDesktop
              ? "absolute bottom-22 h-[calc(100%-6.75rem)] w-97.5 max-w-[calc(100%-40px)] rounded-2xl shadow-lg"
              : "mx-auto h-full w-97.5 max-w-full",
          )}
        />
        {isDesktop && (
          <span
            aria-hidden
            style={{ ...side, background: `#${color}`, color: getContrastColor(toRgb(color)) }}
            className="absolute bottom-5 grid size-14 place-items-center rounded-full shadow-lg"
          >
            {ui_launcher_icon === "avatar" && frame.avatar ? (
              <Face avatar={frame.avatar} />
            ) : (
              <MessageCircle className="size-6.5" />
            )}
          </span>
        )}
      </div>
      <p className="mt-2 text-sm text-muted">{t("previewHelp")}</p>
    </section>
  );
}

const Face = ({ avatar }: { avatar: string }) =>
  avatar.startsWith("data:") ? (
    <img src={avatar} alt="" className="size-full rounded-full object-cover" />
  ) : (
    <span className="text-[28px] leading-none">{avatar}</span>
  );

function avatarIn(page: Document): string | undefined {
  const shown = page.querySelector(".avatar");
  return shown?.getAttribute("src") ?? shown?.textContent ?? undefined;
}

// Shows a page in a frame and updates it on changes without reloading.
function useFrame(address: string, theme: "light" | "dark", value: Publication) {
  const ref = useRef<HTMLIFrameElement>(null);
  const [src] = useState(`${address}?ui_theme=${theme}`);
  const [loads, setLoads] = useState(0);
  const [avatar, setAvatar] = useState<string>();
  const body = useDeferredValue(JSON.stringify(toRequestBody(value)));
  useEffect(() => {
    const over = new AbortController();
    const timer = setTimeout(async () => {
      const html = await fetch(`${address}?ui_theme=${theme}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
        signal: over.signal,
      })
        // An invalid draft leaves the previous preview.
        .then((answer) => (answer.ok ? answer.text() : undefined))
        .catch(() => undefined);
      const shown = ref.current?.contentDocument;
      if (!html || !shown || over.signal.aborted) return;
      replaceContent(shown, html);
      setAvatar(avatarIn(shown));
    }, PREVIEW_DELAY_MS);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
    // Also runs after the frame has loaded, which may happen before hydration.
  }, [address, theme, body, loads]);
  return { ref, src, avatar, onLoad: () => setLoads((count) => count + 1) };
}

const toRgb = (hex: string) =>
  `rgb(${[0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;

function Choice<K extends string>({
  label,
  of,
  value,
  isFixed = false,
  onChange,
}: {
  label: string;
  of: Record<K, string>;
  value: K;
  isFixed?: boolean;
  onChange: (value: K) => void;
}) {
  return (
    <fieldset aria-label={label} className="flex rounded-lg border bg-surface p-0.5">
      {(Object.keys(of) as K[]).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === value}
          disabled={isFixed}
          onClick={() => onChange(name)}
          className="h-8 rounded-md px-3 text-sm text-muted hover:text-ink disabled:opacity-60 aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:h-10"
        >
          {of[name]}
        </button>
      ))}
    </fieldset>
  );
}

// Replaces the content of a framed page in place, which avoids flashes and history entries.
function replaceContent(shown: Document, html: string): void {
  const next = new DOMParser().parseFromString(html, "text/html");
  const style = shown.querySelector("style");
  const written = next.querySelector("style");
  // The frame shows another page, for example after an error.
  if (!style || !written) return;
  const { lang, dir, dataset } = next.documentElement;
  Object.assign(shown.documentElement, { lang, dir });
  if (dataset.theme) shown.documentElement.dataset.theme = dataset.theme;
  else delete shown.documentElement.dataset.theme;
  // The style element stays, because the CSP knows its nonce.
  style.textContent = written.textContent;
  const top = shown.querySelector("main")?.scrollTop ?? 0;
  shown.body.replaceChildren(...next.body.childNodes);
  shown.querySelector("main")?.scrollTo({ top });
}
