"use client";

import { type ComponentProps, Suspense } from "react";
import { lazy } from "@/components/browser/lazy";

const NameForm = lazy(() => import("./name-form"));

/** Asks for a name. After a refusal it stays open and shows the error. */
export const NameDialog = (props: ComponentProps<typeof NameForm>) => (
  <Suspense>
    <NameForm {...props} />
  </Suspense>
);
