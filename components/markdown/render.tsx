import ImageIcon from "lucide-react/icons/image";
import { createElement, type ReactNode } from "react";
import { getHeadingLevel, getOutlineLevel } from "@/lib/platform/markdown/headings.mjs";
import type { Block } from "@/lib/platform/markdown/parse.mjs";
import {
  type Element,
  getNodeText,
  hasSides,
  isProgramLink,
  type Node,
} from "@/lib/platform/markdown/tree.mjs";
import type { Translate } from "@/lib/platform/words/translate";
import { CodeBlock } from "./code-block";
import { type RenderMention, renderMentions } from "./mention";

/** Renders a formula; undefined if the renderer isn't loaded or rejects the formula. */
export type RenderMath = (tex: string, isBlock: boolean) => string | undefined;

type MarkdownTranslate = Translate<"markdown">;
export type Renderers = { math?: RenderMath; mention?: RenderMention };

const OWN_FILE = /^\/api\/v1\/documents\/\d+\/content$/;

/** Renders a block; one that exceeded the parser's budget is shown as plain text. */
export const renderBlock = (
  t: MarkdownTranslate,
  { source, nodes }: Block,
  renderers: Renderers = {},
): ReactNode => (nodes ? renderAll(t, nodes, renderers) : <p className="whitespace-pre-wrap">{source}</p>);

const renderAll = (t: MarkdownTranslate, nodes: Node[], renderers: Renderers): ReactNode[] =>
  nodes.map((node, index) =>
    typeof node !== "string"
      ? render(t, node, index, renderers)
      : renderers.mention
        ? renderMentions(node, renderers.mention)
        : node,
  );

// Links can't contain links, and code is shown verbatim.
const hasMentions = (element: Element): boolean =>
  element.kind !== "link" && !(element.kind === "plain" && element.tag === "code");

function render(t: MarkdownTranslate, element: Element, key: number, renderers: Renderers): ReactNode {
  const within = hasMentions(element) ? renderers : { math: renderers.math };
  const inner = element.children.length > 0 ? renderAll(t, element.children, within) : undefined;
  switch (element.kind) {
    case "plain":
      return renderPlain(t, element, key, inner);
    case "cell":
      return createElement(element.tag, { key, style: element.align && { textAlign: element.align } }, inner);
    case "list":
      return (
        <ol key={key} dir="auto" start={element.start === 1 ? undefined : element.start}>
          {inner}
        </ol>
      );
    case "link":
      return element.address.startsWith("#source-") ? (
        <a key={key} href={element.address} className="citation">
          {inner}
        </a>
      ) : (
        <Away key={key} address={element.address} title={element.title}>
          {inner}
        </Away>
      );
    case "picture":
      return renderPicture(t, element, key);
    case "code":
      return (
        <CodeBlock
          key={key}
          code={getNodeText(element)}
          language={element.language}
          isClosed={element.isClosed}
        />
      );
    case "math": {
      const markup = renderers.math?.(getNodeText(element), element.isBlock);
      if (markup === undefined) return element.source;
      // Markup of KaTeX with `trust` off.
      return <span key={key} dangerouslySetInnerHTML={{ __html: markup }} />;
    }
    case "task":
      return (
        <input
          key={key}
          type="checkbox"
          aria-label={t(element.isChecked ? "taskDone" : "taskOpen")}
          checked={element.isChecked}
          readOnly
          disabled
        />
      );
    case "note":
      return (
        <div key={key} className="note text-sm">
          {inner}
        </div>
      );
  }
}

type ElementOf<K extends Element["kind"]> = Extract<Element, { kind: K }>;

const renderPlain = (
  t: MarkdownTranslate,
  element: ElementOf<"plain">,
  key: number,
  inner: ReactNode[] | undefined,
): ReactNode =>
  element.tag === "table" ? (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and each region would need a unique name
    <div
      key={key}
      role="group"
      aria-label={t("table")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      dir="auto"
      className="scroll-shadow my-3 overflow-x-auto rounded-xl border [--beneath:var(--color-surface)]"
    >
      <table>{inner}</table>
    </div>
  ) : (
    createElement(
      element.tag,
      { key, dir: hasSides(element) ? "auto" : undefined, "aria-level": getAriaLevel(element) },
      inner,
    )
  );

// Pictures of other sites are links: loading or preloading a remote picture could leak the conversation through its
// address, and React preloads every `<img>` of a server-rendered page.
const renderPicture = (t: MarkdownTranslate, element: ElementOf<"picture">, key: number): ReactNode =>
  OWN_FILE.test(element.address) ? (
    <img
      key={key}
      src={element.address}
      alt={getNodeText(element)}
      loading="lazy"
      className="my-2 max-h-96 rounded-lg"
    />
  ) : (
    <Away key={key} address={element.address}>
      <ImageIcon className="me-1 inline size-4" aria-hidden />
      {getNodeText(element) || t("image")}
    </Away>
  );

// Returns the level of a heading if it differs from that of its tag.
function getAriaLevel(element: { tag: string; level?: number }): number | undefined {
  const own = getHeadingLevel(element.tag);
  const level = getOutlineLevel(element);
  return own && own !== level ? level : undefined;
}

// External link. Mail and phone links open in their app, so they need no new tab.
const Away = ({ address, title, children }: { address: string; title?: string; children: ReactNode }) => (
  <a
    href={address || undefined}
    title={title}
    target={isProgramLink(address) ? undefined : "_blank"}
    rel="noopener noreferrer nofollow"
  >
    {children}
  </a>
);
