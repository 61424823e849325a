"use client";

import NextLink from "next/link";
import { usePathname } from "next/navigation";
import { type ComponentProps, useState } from "react";

type LinkProps = Omit<ComponentProps<typeof NextLink>, "prefetch" | "onPointerEnter" | "onFocus">;

/** Prefetches only on hover or focus, because prefetching each visible link would cause dozens of requests per page. */
export function Link(props: LinkProps) {
  const [isMeant, setIsMeant] = useState(false);
  const mean = () => setIsMeant(true);
  return <NextLink {...props} prefetch={isMeant ? null : false} onPointerEnter={mean} onFocus={mean} />;
}

export function NavLink({ href, ...rest }: LinkProps & { href: string }) {
  const path = usePathname();
  const isHere = href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`);
  return <Link href={href} aria-current={isHere ? "page" : undefined} {...rest} />;
}
