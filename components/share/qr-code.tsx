"use client";

import { useEffect, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";

export function QrCode({ text }: { text: string }) {
  const t = useTranslations("share");
  const [isOpen, setIsOpen] = useState(false);
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    if (!isOpen) return;
    void import("uqr").then(({ renderSVG }) =>
      setPicture(`data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`),
    );
  }, [isOpen, text]);
  return (
    <div>
      <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t(isOpen ? "hideQrCode" : "showQrCode")}
      </Button>
      {isOpen && picture && (
        <img src={picture} alt={t("qrCode")} width={200} height={200} className="mt-3 rounded-lg bg-white" />
      )}
    </div>
  );
}
