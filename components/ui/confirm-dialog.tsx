"use client";

import { type ComponentProps, Suspense } from "react";
import { lazy } from "./lazy";

const Dialog = lazy(() => import("./dialog").then((file) => ({ default: file.ConfirmDialog })));

/** As that of `dialog`, for pages that seldom ask: its code comes with the first question. */
export const ConfirmDialog = (props: ComponentProps<typeof Dialog>) =>
  props.open && (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
