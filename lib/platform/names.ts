/** Controls of the direction of text: a name that has them reads otherwise than it is, and turns what stands behind it. */
const DIRECTION_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Invisible copies of ASCII, which only language models read; flags of regions need them. */
const TAGS = /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0000}-\u{e007f}]/gu;
/** Letters, symbols and the like of which nobody sees anything: fillers of Hangul, an empty pattern of Braille, a null notehead. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/** Control characters, ends of lines, and what turns the direction of the text behind it: no name needs them. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

export const hasNoControls = (name: string): boolean => !CONTROLS.test(name);

/** Returns a name without what hides in it. Joiners and selectors stay: emoji and some scripts need them. */
export const toPlainName = (name: string): string => name.replace(DIRECTION_CONTROLS, "").replace(TAGS, "");

export const hasVisibleCharacter = (name: string): boolean => VISIBLE.test(name);
