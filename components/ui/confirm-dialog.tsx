"use client";

import { type ComponentProps, lazy, Suspense } from "react";

const Dialog = lazy(() => import("./dialog").then((file) => ({ default: file.ConfirmDialog })));

/** As that of `dialog`, for pages that seldom ask: its code comes with the first question. */
export const ConfirmDialog = (props: ComponentProps<typeof Dialog>) =>
  props.open && (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
