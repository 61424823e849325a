// Bidirectional controls, which make a name read differently and reorder the text after it.
const DIRECTION_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
// Invisible tag characters, which only language models read. Flags of regions need them after U+1F3F4.
const TAGS = /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0000}-\u{e007f}]/gu;
// Excludes characters that render as nothing, such as Hangul fillers, the blank Braille pattern and the null
// notehead.
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

export const hasNoControls = (name: string): boolean => !CONTROLS.test(name);

/**
 * Removes hidden characters from a name. Joiners and variation selectors stay, because emoji and some scripts need
 * them.
 */
export const toPlainName = (name: string): string => name.replace(DIRECTION_CONTROLS, "").replace(TAGS, "");

export const hasVisibleCharacter = (name: string): boolean => VISIBLE.test(name);
