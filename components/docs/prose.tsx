import { Fragment } from "react";

/** A description: paragraphs, and code between backticks. Nothing else of Markdown is used in contracts. */
export function Prose({ text, className }: { text: string; className?: string }) {
  return (
    <div className={className}>
      {text.split("\n\n").map((paragraph) => (
        <p key={paragraph} className="mt-2 first:mt-0">
          <Inline text={paragraph} />
        </p>
      ))}
    </div>
  );
}

export function Inline({ text }: { text: string }) {
  return text
    .split("`")
    .map((part, index) => (
      <Fragment key={index}>
        {index % 2 === 1 ? <code className="rounded bg-sunken px-1 py-0.5 text-[0.9em]">{part}</code> : part}
      </Fragment>
    ));
}
