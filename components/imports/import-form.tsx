"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Upload from "lucide-react/icons/upload";
import { useRef, useState } from "react";
import { callWithFiles } from "@/components/composer/uploading";
import { setImport } from "@/components/data/imports";
import { Button } from "@/components/ui/button";
import { uploadLimits } from "@/lib/api/contract";
import { IMPORT_SOURCES, importsApi } from "@/lib/chat/imports/contract";

const MOST = uploadLimits.fileMb;
const products = Object.values(IMPORT_SOURCES);

/** Takes the file that another product has exported, and says where that is to be had. */
export function ImportForm() {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState(0);
  const sending = useMutation({
    mutationFn: async (file: File) => {
      setShare(0);
      if (file.size > MOST * 1024 * 1024)
        throw new Error(
          `${file.name} is larger than ${MOST} MB. Unpack it and choose conversations.json, alone or in a ZIP file of its own.`,
        );
      return callWithFiles(importsApi.startImport, {
        files: [file],
        onShares: ([now = 0]) => setShare(now),
      });
    },
    onSuccess: (begun) => setImport(client, begun),
  });
  return (
    <>
      <dl className="divide-y divide-line text-sm">
        {products.map(({ name, where }) => (
          <div key={name} className="py-2 first:pt-0 sm:grid sm:grid-cols-[8rem_1fr]">
            <dt className="font-medium">{name}</dt>
            <dd className="text-muted">{where}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" busy={sending.isPending} onClick={() => input.current?.click()}>
          <Upload className="size-4" aria-hidden /> Choose file
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".zip,.json"
          aria-label="File to import"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = "";
            if (file) sending.mutate(file);
          }}
        />
        {sending.isPending ? (
          <progress
            value={share}
            aria-label={`Uploading ${sending.variables.name}`}
            className="h-1.5 w-40 accent-accent"
          />
        ) : (
          <span className="text-sm text-muted">ZIP or JSON, up to {MOST} MB</span>
        )}
      </div>
      {sending.error && (
        <p role="alert" className="text-sm text-danger wrap-anywhere">
          {sending.error.message}
        </p>
      )}
    </>
  );
}
