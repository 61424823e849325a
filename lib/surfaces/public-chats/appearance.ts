import { BLACK, type Colour, contrast, css, over, readableOn, readColour, WHITE } from "./colour";

type Theme = "light" | "dark";

/** How a public chat's page looks: the parameters of its address over what its owner chose. */
export type Appearance = {
  title: string;
  /** Plain text; whoever shows it makes links of the addresses in it. */
  footer: string | null;
  /** Null: as the visitor's system has it. */
  theme: Theme | null;
  /** Declarations of CSS variables for the colours that were asked for, in each theme. */
  variables: Record<Theme, string>;
};

const MAX_TITLE_LENGTH = 200;
const MAX_FOOTER_LENGTH = 500;

/** What lies under a background that is not opaque; the page's own colours (`components/public-chat/style.ts`). */
const PAGE: Record<Theme, Colour> = {
  light: WHITE,
  dark: { red: 20, green: 23, blue: 21, alpha: 1 },
};

/** Controls, and marks that turn the direction of text around them. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/gu;

/**
 * Reads `ui_chat_title`, `ui_chat_footer_msg`, `ui_theme` and the colours; the
 * first of a repeated parameter. Invalid values are as if they were not there.
 * @param chosen What the owner of the chat has set, by the same names
 */
export function appearanceOf(
  given: URLSearchParams,
  {
    name,
    footer,
    chosen = {},
  }: { name: string; footer: string | undefined; chosen?: Record<string, string | undefined> },
): Appearance {
  const colourOf = (parameter: string) =>
    readColour(given.get(parameter) ?? "") ?? readColour(chosen[parameter] ?? "");
  return {
    title:
      shortText(given.get("ui_chat_title"), MAX_TITLE_LENGTH) ?? shortText(name, MAX_TITLE_LENGTH) ?? "Chat",
    footer:
      shortText(given.get("ui_chat_footer_msg"), MAX_FOOTER_LENGTH) ?? shortText(footer, MAX_FOOTER_LENGTH),
    theme: themeOf(given.get("ui_theme")) ?? themeOf(chosen.ui_theme) ?? null,
    variables: { light: variablesOf(colourOf, PAGE.light), dark: variablesOf(colourOf, PAGE.dark) },
  };
}

const themeOf = (value: string | null | undefined) =>
  (["light", "dark"] as const).find((theme) => theme === value?.trim().toLowerCase());

function shortText(value: string | null | undefined, longest: number): string | null {
  const text = value?.toWellFormed().replace(UNSEEN, " ").replace(/\s+/g, " ").trim();
  if (!text) return null;
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : text;
}

function variablesOf(colourOf: (parameter: string) => Colour | undefined, page: Colour): string {
  const background = colourOf("ui_bg_color");
  const ground = background ? over(background, page) : page;
  const declarations: string[] = [];
  const declare = (part: string, colour: Colour | undefined, under: Colour) => {
    if (!colour) return;
    const text = readableOn(over(colour, under));
    declarations.push(`--${part}:${css(colour)}`, `--${part}-text:${css(text)}`);
  };
  declare("background", background, page);
  declare("agent", colourOf("ui_agent_msg_color"), ground);
  declare("guest", colourOf("ui_guest_msg_color"), ground);
  // Lines and quiet surfaces follow the text, whichever theme was meant for another background.
  if (background)
    declarations.push(
      `--scheme:${readableOn(ground) === BLACK ? "light" : "dark"}`,
      `--quiet:${quietestOn(ground)}`,
    );
  return declarations.join(";");
}

/** How faint text may be on an opaque colour and still have 4.5:1: what stands where nothing was typed yet. */
function quietestOn(ground: Colour): number {
  const text = readableOn(ground);
  return [0.65, 0.75, 0.85].find((alpha) => contrast(over({ ...text, alpha }, ground), ground) >= 4.5) ?? 1;
}
