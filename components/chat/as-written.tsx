/** What is left of a message that cannot be shown as it should: its text, and the id under which the log says why. */
export const AsWritten = ({ text, errorId }: { text: string; errorId: string }) => (
  <article aria-label="Message">
    <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
    <p className="mt-1 text-sm text-muted">Part of this message couldn't be shown. Error ID: {errorId}</p>
  </article>
);
