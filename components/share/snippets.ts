/** How a public chat looks, as its page's parameters name it; empty is as the chat says itself. */
export const LOOKS = {
  ui_chat_title: { label: "title", attribute: "title", kind: "text" },
  ui_chat_footer_msg: { label: "footer", attribute: "footer", kind: "text" },
  ui_theme: { label: "theme", attribute: "theme", kind: "theme" },
  ui_language: { label: "language", attribute: "language", kind: "language" },
  ui_bg_color: { label: "colourBackground", attribute: "bg-color", kind: "color" },
  ui_agent_msg_color: { label: "colourAgent", attribute: "agent-color", kind: "color" },
  ui_guest_msg_color: { label: "colourGuest", attribute: "guest-color", kind: "color" },
} as const;
export type LookName = keyof typeof LOOKS;
export type Look = Partial<Record<LookName, string>>;

const chosen = (look: Look) => (Object.keys(LOOKS) as LookName[]).filter((name) => look[name]?.trim());

/** The page's address with what was chosen. */
export function addressOf(publicUrl: string, look: Look): string {
  const query = new URLSearchParams(chosen(look).map((name) => [name, look[name]!.trim()]));
  return query.size > 0 ? `${publicUrl}?${query}` : publicUrl;
}

const escaped = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** What a website's owner pastes to have the chat in the page. */
export const iframeSnippet = (publicUrl: string, look: Look): string =>
  `<iframe src="${escaped(addressOf(publicUrl, look))}" title="${escaped(look.ui_chat_title?.trim() || "Chat")}" width="400" height="640" style="border:0"></iframe>`;

/** What they paste to have a button that opens it. */
export function scriptSnippet(publicUrl: string, look: Look): string {
  const { origin, pathname } = new URL(publicUrl);
  const attributes = chosen(look).map(
    (name) => ` data-${LOOKS[name].attribute}="${escaped(look[name]!.trim())}"`,
  );
  return `<script async src="${origin}/embed.js" data-chat="${pathname.split("/").at(-1)}"${attributes.join("")}></script>`;
}
