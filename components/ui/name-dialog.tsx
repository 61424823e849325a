"use client";

import { type ComponentProps, Suspense } from "react";
import { lazy } from "@/components/browser/lazy";

const NameForm = lazy(() => import("./name-form"));

/** Asks for a name. It stays open with the message after a refusal. */
export const NameDialog = (props: ComponentProps<typeof NameForm>) => (
  <Suspense>
    <NameForm {...props} />
  </Suspense>
);
