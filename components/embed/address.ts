import type { Options } from "./options";

const PARAMETERS = {
  title: "ui_chat_title",
  footer: "ui_chat_footer_msg",
  theme: "ui_theme",
  language: "ui_language",
  bgColor: "ui_bg_color",
  agentColor: "ui_agent_msg_color",
  guestColor: "ui_guest_msg_color",
};

/** The chat's page, as the site wants it to look. */
export function addressOf(app: string, chat: string, options: Options, sid: string | undefined): URL {
  const address = new URL(`/public/chats/${chat}`, app);
  for (const [name, parameter] of Object.entries(PARAMETERS)) {
    const value = options[name];
    if (value) address.searchParams.set(parameter, value);
  }
  if (sid) address.searchParams.set("sid", sid);
  return address;
}

/** The session in such an address. */
export const sidOf = (address: string | null): string | undefined =>
  /[?&]sid=([0-9a-f-]{36})(#own)?$/.exec(address ?? "")?.[1];
