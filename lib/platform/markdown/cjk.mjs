// @ts-check

/** @typedef {import("markdown-it").MarkdownIt} MarkdownIt */

const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;
const SPACE = /^$|\s/;

/**
 * Fixes emphasis next to Chinese, Japanese and Korean text: CommonMark requires a space between `**「強調」**` and what
 * follows, which these scripts don't use.
 * @param {MarkdownIt} md
 */
export function addCjkEmphasis(md) {
  md.inline.State = class extends md.inline.State {
    /** @override @param {number} start @param {boolean} canSplitWord */
    scanDelims(start, canSplitWord) {
      const scanned = super.scanDelims(start, canSplitWord);
      if (!canSplitWord) return scanned;
      const before = this.src.slice(Math.max(0, start - 2), start);
      const end = start + scanned.length;
      const after = this.src.slice(end, Math.min(this.posMax, end + 2));
      if (!CJK.test([...before].at(-1) ?? "") && !CJK.test([...after][0] ?? "")) return scanned;
      return {
        length: scanned.length,
        can_open: !SPACE.test(after.charAt(0)),
        can_close: !SPACE.test(before.slice(-1)),
      };
    }
  };
}
