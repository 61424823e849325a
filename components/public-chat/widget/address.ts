import type { ScriptOptions } from "./options";

const PARAMETERS = {
  title: "ui_chat_title",
  footer: "ui_chat_footer_msg",
  theme: "ui_theme",
  language: "ui_language",
  bgColor: "ui_bg_color",
  agentColor: "ui_agent_msg_color",
  guestColor: "ui_guest_msg_color",
};

/**
 * Returns the address of the chat's page with the site's options. It doesn't contain the session, which the frame
 * stores for the visit.
 */
export function buildChatUrl(app: string, chat: string, options: ScriptOptions, visit: string): string {
  const address = new URL(`/public/chats/${chat}`, app);
  for (const [name, parameter] of Object.entries(PARAMETERS)) {
    const value = options[name];
    if (value) address.searchParams.set(parameter, value);
  }
  address.searchParams.set("session", "own");
  address.hash = `visit=${visit}`;
  return address.href;
}
