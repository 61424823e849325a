import {
  BLACK,
  blendColours,
  type Colour,
  getContrast,
  getReadableColour,
  readColour,
  toCss,
  WHITE,
} from "./colour";

type Theme = "light" | "dark";

/** Appearance of a public chat's page: URL parameters override the owner's settings. */
export type Appearance = {
  title: string;
  /** Plain text. The page converts URLs in it to links. */
  footer: string | null;
  theme: Theme | null;
  variables: Record<Theme, string>;
};

const MAX_TITLE_LENGTH = 200;
const MAX_FOOTER_LENGTH = 500;

// Background below a translucent color. Must match `components/public-chat/page/style.ts`.
const PAGE: Record<Theme, Colour> = {
  light: WHITE,
  dark: { red: 20, green: 23, blue: 21, alpha: 1 },
};

const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/gu;

/**
 * Reads `ui_chat_title`, `ui_chat_footer_msg`, `ui_theme` and the colors. Uses the first of repeated parameters and
 * ignores invalid values.
 * @param chosen the owner's settings by the same names
 */
export function parseAppearance(
  query: URLSearchParams,
  {
    name,
    footer,
    chosen = {},
  }: { name: string; footer: string | undefined; chosen?: Record<string, string | undefined> },
): Appearance {
  const parseColour = (parameter: string) =>
    readColour(query.get(parameter) ?? "") ?? readColour(chosen[parameter] ?? "");
  return {
    title:
      shortText(query.get("ui_chat_title"), MAX_TITLE_LENGTH) ?? shortText(name, MAX_TITLE_LENGTH) ?? "Chat",
    footer:
      shortText(query.get("ui_chat_footer_msg"), MAX_FOOTER_LENGTH) ?? shortText(footer, MAX_FOOTER_LENGTH),
    theme: parseTheme(query.get("ui_theme")) ?? parseTheme(chosen.ui_theme) ?? null,
    variables: {
      light: buildVariables(parseColour, PAGE.light),
      dark: buildVariables(parseColour, PAGE.dark),
    },
  };
}

const parseTheme = (value: string | null | undefined) =>
  (["light", "dark"] as const).find((theme) => theme === value?.trim().toLowerCase());

function shortText(value: string | null | undefined, longest: number): string | null {
  const text = value?.toWellFormed().replace(UNSEEN, " ").replace(/\s+/g, " ").trim();
  if (!text) return null;
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : text;
}

function buildVariables(parseColour: (parameter: string) => Colour | undefined, page: Colour): string {
  const background = parseColour("ui_bg_color");
  const ground = background ? blendColours(background, page) : page;
  const declarations: string[] = [];
  const declare = (part: string, colour: Colour | undefined, under: Colour) => {
    if (!colour) return;
    const text = getReadableColour(blendColours(colour, under));
    declarations.push(`--${part}:${toCss(colour)}`, `--${part}-text:${toCss(text)}`);
  };
  declare("background", background, page);
  declare("agent", parseColour("ui_agent_msg_color"), ground);
  declare("guest", parseColour("ui_guest_msg_color"), ground);
  // Derives lines and subtle surfaces from the text color, since the background may not match the theme.
  if (background)
    declarations.push(
      `--scheme:${getReadableColour(ground) === BLACK ? "light" : "dark"}`,
      `--quiet:${getQuietOpacity(ground)}`,
    );
  return declarations.join(";");
}

// Returns the lowest opacity of placeholder text that keeps a contrast of 4.5:1 on an opaque color.
function getQuietOpacity(ground: Colour): number {
  const text = getReadableColour(ground);
  return (
    [0.65, 0.75, 0.85].find(
      (alpha) => getContrast(blendColours({ ...text, alpha }, ground), ground) >= 4.5,
    ) ?? 1
  );
}
