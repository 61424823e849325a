"use client";

import Upload from "lucide-react/icons/upload";
import X from "lucide-react/icons/x";
import { type ReactNode, useRef } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { DropZone } from "@/components/ui/drop-zone";
import type { useUploads } from "./uploads";

type Uploads = ReturnType<typeof useUploads>;

export function UploadButton({
  uploads,
  small = false,
  variant = "primary",
}: {
  uploads: Uploads;
  small?: boolean;
  variant?: "primary" | "secondary";
}) {
  const t = useTranslations("documents");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant={variant} size={small ? "small" : "medium"} onClick={() => input.current?.click()}>
        <Upload className="size-4" aria-hidden /> {t("upload")}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("filesToUpload")}
        onChange={(event) => {
          uploads.add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </>
  );
}

export function UploadArea({ uploads, children }: { uploads: Uploads | undefined; children: ReactNode }) {
  const t = useTranslations("documents");
  return (
    <DropZone onDrop={uploads?.add} says={t("drop")}>
      {children}
    </DropZone>
  );
}

export function UploadList({ uploads: { uploads, remove } }: { uploads: Uploads }) {
  const t = useTranslations("documents");
  return (
    <>
      <p role="status" className="sr-only">
        {uploads.length > 0 && t("uploading", { count: uploads.length })}
      </p>
      {uploads.length > 0 && (
        <ul aria-label={t("uploads")} className="mt-4 divide-y rounded-xl border bg-surface text-sm">
          {uploads.map(({ id, file, share, failure }) => (
            <li key={id} className="flex items-center gap-3 px-3 py-2">
              <span className="min-w-0 flex-1">
                <span className="block truncate">{file.name}</span>
                {failure && (
                  <span role="alert" className="block text-danger wrap-anywhere">
                    {failure}
                  </span>
                )}
              </span>
              {failure ? (
                <IconButton label={t("dismiss", { name: file.name })} onClick={() => remove(id)}>
                  <X aria-hidden />
                </IconButton>
              ) : (
                <progress
                  value={share}
                  aria-label={t("uploadingFile", { name: file.name })}
                  className="h-1.5 w-24 accent-accent sm:w-40"
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
