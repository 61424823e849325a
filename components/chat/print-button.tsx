"use client";

import { Button } from "@/components/ui/button";

export const PrintButton = () => (
  <Button variant="primary" className="noscript:hidden" onClick={() => window.print()}>
    Print or save as PDF
  </Button>
);
