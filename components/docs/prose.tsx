import { Fragment } from "react";

/** Paragraphs with code between backticks, which is all that the descriptions of the API have. */
export function Prose({ text, className }: { text: string; className?: string }) {
  return (
    <div className={className}>
      {text.split("\n\n").map((paragraph, index) => (
        <p key={index} className={index > 0 ? "mt-2" : undefined}>
          <Inline text={paragraph} />
        </p>
      ))}
    </div>
  );
}

/** A line with code between backticks. */
export function Inline({ text }: { text: string }) {
  return text
    .split("`")
    .map((part, index) => (
      <Fragment key={index}>{index % 2 === 1 ? <code className="docs-code">{part}</code> : part}</Fragment>
    ));
}
