import { Suspense, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import type { Message } from "@/components/data/thread";

const MadeFromDialog = lazy(() =>
  import("./made-from-dialog").then((file) => ({ default: file.MadeFromDialog })),
);

export function useMadeFrom(message: Message) {
  const [isOpen, setOpen] = useState(false);
  if (message.user_type !== "assistant" || !message.extra?.usage) return undefined;
  const dialog = isOpen && (
    <Suspense>
      <MadeFromDialog message={message} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { open: () => setOpen(true), dialog };
}
