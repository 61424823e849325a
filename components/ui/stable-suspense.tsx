import { Suspense, type SuspenseProps, useEffect, useState } from "react";
import { useIsHydrating } from "./use-is-hydrating";

/**
 * `Suspense` for code that loads on demand in parts that the server renders. React replaces such a part with its
 * fallback when the parent renders again before the code has loaded, so the first element stays until then. Not for
 * parts that show queries which the server leaves out: data may arrive first, and hydration would find other HTML.
 */
export function StableSuspense({ children, ...rest }: SuspenseProps) {
  const [isReady, setIsReady] = useState(!useIsHydrating());
  const current = (
    <Suspense {...rest}>
      {children}
      <Ready onReady={setIsReady} />
    </Suspense>
  );
  const [first] = useState(current);
  return isReady ? current : first;
}

function Ready({ onReady }: { onReady: (isReady: true) => void }) {
  useEffect(() => onReady(true), [onReady]);
  return null;
}
