"use client";

import NextLink from "next/link";
import { usePathname } from "next/navigation";
import { type ComponentProps, useState } from "react";

type Props = Omit<ComponentProps<typeof NextLink>, "prefetch" | "onPointerEnter" | "onFocus">;

/**
 * A link whose page is fetched ahead when somebody is about to follow it. Each
 * time it is shown would be dozens of requests for every page that is opened.
 */
export function Link(props: Props) {
  const [isMeant, setIsMeant] = useState(false);
  const mean = () => setIsMeant(true);
  return <NextLink {...props} prefetch={isMeant ? null : false} onPointerEnter={mean} onFocus={mean} />;
}

/** A link of a navigation: it says so where one is on its page or on one below it. */
export function NavLink({ href, ...rest }: Props & { href: string }) {
  const path = usePathname();
  const isHere = href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`);
  return <Link href={href} aria-current={isHere ? "page" : undefined} {...rest} />;
}
