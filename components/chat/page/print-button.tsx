"use client";

import { usePrint } from "@/components/markdown/paper";
import { Button } from "@/components/ui/button";

export function PrintButton({ label }: { label: string }) {
  const print = usePrint();
  return (
    <Button variant="primary" className="noscript:hidden" onClick={print}>
      {label}
    </Button>
  );
}
