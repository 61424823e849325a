import { Fragment } from "react";
import Markdown, { type Components } from "react-markdown";

const components: Components = {
  p: ({ children }) => <p className="mt-2 first:mt-0">{children}</p>,
  code: ({ children }) => <code className="docs-code">{children}</code>,
};

/**
 * Renders a description of the API reference. Only our own texts are rendered here; those of users and models go
 * through `components/markdown`.
 */
export function Prose({ text, className }: { text: string; className?: string }) {
  return (
    <div lang="en" dir="ltr" className={className}>
      <Markdown components={components}>{text}</Markdown>
    </div>
  );
}

export function Inline({ text }: { text: string }) {
  return text
    .split("`")
    .map((part, index) => (
      <Fragment key={index}>{index % 2 === 1 ? <code className="docs-code">{part}</code> : part}</Fragment>
    ));
}
