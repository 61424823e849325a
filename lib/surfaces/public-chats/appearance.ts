import { BLACK, type Colour, css, over, readableOn, readColour, WHITE } from "./colour";

type Theme = "light" | "dark";

/** How a public chat's page looks: the parameters of its address over what the server says. */
export type Appearance = {
  title: string;
  /** Plain text; whoever shows it makes links of the addresses in it. */
  footer: string | null;
  /** Null: as the visitor's system has it. */
  theme: Theme | null;
  /** Declarations of CSS variables for the colours that were asked for, in each theme. */
  variables: Record<Theme, string>;
};

const LONGEST_TITLE = 200;
const LONGEST_FOOTER = 500;

/** What lies under a background that is not opaque; the page's own colours (`components/public-chat/page.css`). */
const PAGE: Record<Theme, Colour> = {
  light: WHITE,
  dark: { red: 23, green: 23, blue: 23, alpha: 1 },
};

/** Controls, and marks that turn the direction of text around them. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/gu;

/**
 * Reads `ui_chat_title`, `ui_chat_footer_msg`, `ui_theme` and the colours; the
 * first of a repeated parameter. Invalid values are as if they were not there.
 */
export function appearanceOf(
  given: URLSearchParams,
  { name, footer }: { name: string; footer: string | undefined },
): Appearance {
  const theme = given.get("ui_theme")?.trim().toLowerCase();
  return {
    title: shortText(given.get("ui_chat_title"), LONGEST_TITLE) ?? shortText(name, LONGEST_TITLE) ?? "Chat",
    footer: shortText(given.get("ui_chat_footer_msg"), LONGEST_FOOTER) ?? shortText(footer, LONGEST_FOOTER),
    theme: theme === "light" || theme === "dark" ? theme : null,
    variables: { light: variablesOf(given, PAGE.light), dark: variablesOf(given, PAGE.dark) },
  };
}

function shortText(value: string | null | undefined, longest: number): string | null {
  const text = value?.toWellFormed().replace(UNSEEN, " ").replace(/\s+/g, " ").trim();
  if (!text) return null;
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : text;
}

function variablesOf(given: URLSearchParams, page: Colour): string {
  const chosen = (name: string) => readColour(given.get(name) ?? "");
  const background = chosen("ui_bg_color");
  const ground = background ? over(background, page) : page;
  const declarations: string[] = [];
  const declare = (part: string, colour: Colour | undefined, under: Colour) => {
    if (!colour) return;
    const text = readableOn(over(colour, under));
    declarations.push(`--${part}:${css(colour)}`, `--${part}-text:${css(text)}`);
  };
  declare("background", background, page);
  declare("agent", chosen("ui_agent_msg_color"), ground);
  declare("guest", chosen("ui_guest_msg_color"), ground);
  // Lines and quiet surfaces follow the text, whichever theme was meant for another background.
  if (background) declarations.push(`--scheme:${readableOn(ground) === BLACK ? "light" : "dark"}`);
  return declarations.join(";");
}
