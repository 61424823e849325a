"use client";

import { type ComponentProps, lazy, Suspense } from "react";

const NameForm = lazy(() => import("./name-form"));

/** Asks for a name. A refusal keeps it open with its sentence. */
export const NameDialog = (props: ComponentProps<typeof NameForm>) => (
  <Suspense>
    <NameForm {...props} />
  </Suspense>
);
