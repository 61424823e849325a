"use client";

import { Button } from "@/components/ui/button";

export const PrintButton = ({ label }: { label: string }) => (
  <Button variant="primary" className="noscript:hidden" onClick={() => window.print()}>
    {label}
  </Button>
);
