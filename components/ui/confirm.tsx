"use client";

import { createContext, type ReactNode, Suspense, useContext, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import type { Confirmation } from "./confirm-dialog";

const ConfirmDialog = lazy(() =>
  import("./confirm-dialog").then((file) => ({ default: file.ConfirmDialog })),
);

const Context = createContext<(question: Confirmation) => void>(() => {});

export const useConfirm = () => useContext(Context);

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Confirmation>();
  return (
    <Context value={setQuestion}>
      {children}
      {question && (
        <Suspense>
          <ConfirmDialog
            {...question}
            // Another question may have replaced this one while its action was running.
            onClose={() => setQuestion((now) => (now === question ? undefined : now))}
          />
        </Suspense>
      )}
    </Context>
  );
}
