"use client";

import { type ComponentProps, Suspense } from "react";
import { lazy } from "./lazy";

const NameForm = lazy(() => import("./name-form"));

/** Asks for a name. A refusal keeps it open with its sentence. */
export const NameDialog = (props: ComponentProps<typeof NameForm>) => (
  <Suspense>
    <NameForm {...props} />
  </Suspense>
);
