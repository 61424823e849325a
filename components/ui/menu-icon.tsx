import { Suspense } from "react";
import { lazy } from "@/components/browser/lazy";
import type { IconName } from "./menu-icons";

const MenuIconOf = lazy(() => import("./menu-icons"));

export const MenuIcon = ({ name }: { name: IconName }) => (
  <Suspense fallback={<span className="size-4" />}>
    <MenuIconOf name={name} />
  </Suspense>
);
