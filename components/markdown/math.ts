import rehypeKatex from "rehype-katex";
import remarkMath from "remark-math";
import type { Extras } from "./extras";

/** As MathML, which browsers lay out themselves: no fonts, no style sheet. */
export const math: Extras["math"] = {
  remark: [[remarkMath, { singleDollarTextMath: true }]],
  rehype: [
    [rehypeKatex, { output: "mathml", strict: false, throwOnError: false, maxExpand: 200, maxSize: 20 }],
  ],
};
