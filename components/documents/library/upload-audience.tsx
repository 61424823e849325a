"use client";

import Users from "lucide-react/icons/users";
import { Suspense, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { type Audience, useLibraryRights } from "@/components/data/library-rights";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";

const AccessDialog = lazy(() =>
  import("@/components/documents/viewer/access-dialog").then((file) => ({ default: file.AccessDialog })),
);

type UploadAudienceProps = {
  audience: Audience | undefined;
  onChange: (audience: Audience) => void;
};

export function UploadAudience({ audience: chosen, onChange }: UploadAudienceProps) {
  const t = useTranslations("documents");
  const ofAudience = useTranslations("audience");
  const [isOpen, setIsOpen] = useState(false);
  const { canShare } = useLibraryRights();
  const audience = chosen ?? { usable_by: canShare ? "group" : "creator", user_ids: [] };
  return (
    <>
      <Button onClick={() => setIsOpen(true)} aria-haspopup="dialog" className="max-sm:order-last">
        <Users className="size-4" aria-hidden />
        {t("newFilesFor", { audience: ofAudience(audience.usable_by) })}
      </Button>
      {isOpen && (
        <Suspense>
          <AccessDialog
            title={t("newFiles")}
            action={t("apply")}
            help={t("newFilesHelp")}
            isMine
            audience={audience}
            onSave={async (next) => onChange(next)}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
