"use client";

import { createContext, type ReactNode, Suspense, useContext, useState } from "react";
import type { Question } from "./confirm-dialog";
import { lazy } from "./lazy";

const ConfirmDialog = lazy(() =>
  import("./confirm-dialog").then((file) => ({ default: file.ConfirmDialog })),
);

const Context = createContext<(question: Question) => void>(() => {});

/** Asks before what cannot be undone; what is asked about is done when the person agrees. */
export const useConfirm = () => useContext(Context);

/** Shows what `useConfirm` asks. The dialog's code comes with the first question. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>();
  return (
    <Context value={setQuestion}>
      {children}
      {question && (
        <Suspense>
          <ConfirmDialog
            {...question}
            // The next one may be asked while this one is still at work.
            onClose={() => setQuestion((now) => (now === question ? undefined : now))}
          />
        </Suspense>
      )}
    </Context>
  );
}
