"use client";

import { Suspense } from "react";
import { lazy } from "@/components/browser/lazy";

const HeldMailsBadge = lazy(() =>
  import("./held-mails-badge").then((file) => ({ default: file.HeldMailsBadge })),
);

export const HeldMails = ({ count }: { count: number }) =>
  count > 0 && (
    <Suspense>
      <HeldMailsBadge count={count} />
    </Suspense>
  );
