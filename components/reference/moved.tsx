"use client";

import { useEffect } from "react";
import { loadIndex } from "./load-index";
import { findAnchorUrl } from "./search-index";

/** Redirects anchors of the former single-page reference to their page, so that old links keep working. */
export function Moved() {
  useEffect(() => {
    const follow = async () => {
      const anchor = decodeURIComponent(location.hash.slice(1));
      if (!anchor || document.getElementById(anchor)) return;
      const index = await loadIndex().catch(() => undefined);
      const place = index && findAnchorUrl(index, anchor);
      if (place) location.replace(place);
    };
    void follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  return null;
}
