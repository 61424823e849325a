import type { Publication } from "@/lib/channels/public-chats/contract";
import { toOpaqueColour } from "./colours";

// Query parameters of the public page, with the launcher attributes that correspond to them.
const PAGE = {
  ui_chat_title: "title",
  ui_chat_footer_msg: "footer",
  ui_theme: "theme",
  ui_language: "language",
  ui_bg_color: "bg-color",
  ui_agent_msg_color: "agent-color",
  ui_guest_msg_color: "guest-color",
} as const;
const LAUNCHER = { ui_launcher_color: "color", ui_launcher_position: "position" } as const;
export type Look = Partial<Record<keyof typeof PAGE | keyof typeof LAUNCHER, string>>;

export const toLook = ({ title, footer, appearance }: Publication): Look => ({
  ui_chat_title: title ?? "",
  ui_chat_footer_msg: footer ?? "",
  ...appearance,
});

const selectSet = <N extends keyof Look>(look: Look, names: Record<N, string>) =>
  (Object.keys(names) as N[]).filter((name) => look[name]?.trim());

export function buildPageUrl(publicUrl: string, look: Look): string {
  const query = new URLSearchParams(selectSet(look, PAGE).map((name) => [name, look[name]!.trim()]));
  return query.size > 0 ? `${publicUrl}?${query}` : publicUrl;
}

const escaped = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** @param title Accessible name of the frame */
export const buildIframeSnippet = (publicUrl: string, look: Look, title: string): string =>
  `<iframe src="${escaped(buildPageUrl(publicUrl, look))}" title="${escaped(title.trim() || "Chat")}" width="400" height="640" style="border:0"></iframe>`;

export function buildScriptSnippet(publicUrl: string, look: Look): string {
  const { origin, pathname } = new URL(publicUrl);
  const names = { ...PAGE, ...LAUNCHER };
  const attributes = selectSet(look, names).map((name) => {
    const value = look[name]!.trim();
    // The launcher parses CSS colors, which have other names and put the alpha channel last.
    const written = name === "ui_launcher_color" ? `#${toOpaqueColour(value) ?? ""}` : value;
    return ` data-${names[name]}="${escaped(written)}"`;
  });
  return `<script async src="${origin}/embed.js" data-chat="${pathname.split("/").at(-1)}"${attributes.join("")}></script>`;
}
