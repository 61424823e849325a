"use client";

import { type ReactNode, useId, useRef } from "react";

type Props = {
  /** On the button that opens the question. */
  children: ReactNode;
  question: string;
  /** What will be lost. */
  detail: ReactNode;
  action: string;
  busyText: string;
  /** A failure keeps the question open, with its sentence. */
  onConfirm: () => Promise<unknown>;
  isBusy: boolean;
  failure?: string;
  className?: string;
};

/** A button whose deed cannot be undone: it asks once, in words that name what goes. */
export function ConfirmButton(props: Props) {
  const { children, question, detail, action, busyText, onConfirm, isBusy, failure, className } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = () => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        onClick={() => dialog.current?.showModal()}
        className={className ?? "rounded-lg px-3 py-1.5 text-sm font-medium text-danger hover:bg-danger-soft"}
      >
        {children}
      </button>
      <dialog
        ref={dialog}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-detail`}
        className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-2xl border border-line bg-surface p-5 text-ink backdrop:bg-black/40"
      >
        <h2 id={`${id}-title`} className="font-semibold">
          {question}
        </h2>
        <div id={`${id}-detail`} className="mt-2 text-sm text-muted">
          {detail}
        </div>
        {failure && (
          <p role="alert" className="mt-3 text-sm text-danger">
            {failure}
          </p>
        )}
        <div className="mt-5 flex justify-end gap-2">
          <button
            type="button"
            onClick={close}
            className="rounded-lg border border-line px-3 py-1.5 text-sm font-medium hover:bg-sunken"
          >
            Cancel
          </button>
          <button
            type="button"
            aria-disabled={isBusy}
            onClick={() => {
              if (!isBusy) onConfirm().then(close, () => {});
            }}
            className="rounded-lg bg-danger px-3 py-1.5 text-sm font-medium text-on-danger"
          >
            {isBusy ? busyText : action}
          </button>
        </div>
      </dialog>
    </>
  );
}
