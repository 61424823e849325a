import type { ElementContent } from "hast";
import type { Options } from "react-markdown";

/** What only some texts need, and what a browser therefore loads only for those. */
export type Extras = {
  highlight?: (code: string, language: string) => ElementContent[] | undefined;
  /** Remark and rehype plugins that read math. */
  math?: { remark: Options["remarkPlugins"] & object; rehype: Options["rehypePlugins"] & object };
};

export const hasCode = (text: string): boolean => /^ {0,3}(`{3,}|~{3,})/m.test(text);
export const hasMath = (text: string): boolean => /\$|\\\(|\\\[/.test(text);
