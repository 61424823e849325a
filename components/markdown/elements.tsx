import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import ImageIcon from "lucide-react/icons/image";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import type { Components } from "react-markdown";
import { CodeBlock } from "./code-block";
import type { Extras } from "./extras";

const OWN_FILE = /^\/api\/v1\/documents\/\d+\/content$/;
type Node = { type: string; value?: string; children?: Node[] };

const textIn = (node: Node): string => node.value ?? (node.children ?? []).map(textIn).join("");

/**
 * How the parts of a markdown text are shown. A picture from elsewhere is never
 * loaded, not even fetched ahead: its address could carry off what was said
 * (React preloads every `<img>` of a server-rendered page).
 */
export const elementsFor = ({ highlight }: Extras): Components => ({
  a: ({ href, children }) =>
    href?.startsWith("#source-") ? (
      <a href={href} className="citation">
        {children}
      </a>
    ) : (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ),
  img: ({ src, alt }) =>
    typeof src === "string" && OWN_FILE.test(src) ? (
      <img src={src} alt={alt ?? ""} loading="lazy" className="my-2 max-h-96 rounded-lg" />
    ) : (
      <a href={typeof src === "string" ? src : undefined} target="_blank" rel="noopener noreferrer nofollow">
        <ImageIcon className="mr-1 inline size-4" aria-hidden />
        {alt || "Image"}
      </a>
    ),
  table: ({ children }) => (
    <section
      aria-label="Table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="my-3 overflow-x-auto rounded-xl border"
    >
      <table>{children}</table>
    </section>
  ),
  pre: ({ node }) => {
    const [code] = (node?.children ?? []) as (Node & { properties?: { className?: string[] } })[];
    if (!code) return null;
    const language = code.properties?.className?.find((name) => name.startsWith("language-"))?.slice(9) ?? "";
    const text = textIn(code).replace(/\n$/, "");
    const coloured = highlight?.(text, language.toLowerCase());
    return (
      <CodeBlock code={text} language={language}>
        {coloured ? toJsxRuntime({ type: "root", children: coloured }, { Fragment, jsx, jsxs }) : text}
      </CodeBlock>
    );
  },
  input: ({ checked }) => <input type="checkbox" checked={checked ?? false} readOnly disabled />,
});
