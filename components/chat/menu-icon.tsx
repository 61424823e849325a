import { Suspense } from "react";
import { lazy } from "@/components/ui/lazy";
import type { IconName } from "./menu-icons";

const MenuIconOf = lazy(() => import("./menu-icons"));

/** A picture in a menu, which comes as a menu first opens. */
export const MenuIcon = ({ name }: { name: IconName }) => (
  <Suspense fallback={<span className="size-4" />}>
    <MenuIconOf name={name} />
  </Suspense>
);
