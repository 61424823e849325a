"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ImportItem, setImport } from "@/components/data/imports";
import { useProblem } from "@/components/i18n/problem";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { CheckboxRow } from "@/components/ui/checkbox-row";
import { call } from "@/lib/api/client";
import { IMPORT_PARTS, type ImportPart, importsApi } from "@/lib/knowledge/imports/operations";
import { CancelButton } from "./cancel-button";

type Contents = NonNullable<ImportItem["contents"]>;

export function ImportPreview({ of, contents }: { of: ImportItem; contents: Contents }) {
  const t = useTranslations("imports");
  const problem = useProblem();
  const client = useQueryClient();
  const moments = useMoments();
  const held = IMPORT_PARTS.filter((part) => contents[part] > 0);
  const [chosen, setChosen] = useState<ImportPart[]>(held);
  const starting = useMutation({
    mutationFn: () => call(importsApi.chooseImportParts, { params: { id: of.id }, body: { parts: chosen } }),
    onSuccess: (begun) => setImport(client, begun),
  });
  const { from, until } = contents;
  const notes: Record<ImportPart, string | undefined> = {
    chats:
      from && until ? t("chatsNote", { from: moments.date(from), until: moments.date(until) }) : undefined,
    files: t("filesNote"),
    projects: t("projectsNote"),
    assistants: t("assistantsNote"),
  };
  return (
    <fieldset className="mt-3 text-sm">
      <legend className="font-medium">{t("chooseParts")}</legend>
      <ul className="mt-2 divide-y divide-line rounded-lg border border-line">
        {held.map((part) => (
          <CheckboxRow
            key={part}
            name={t(part, { count: contents[part] })}
            note={notes[part]}
            isChosen={chosen.includes(part)}
            onChoose={(isChosen) =>
              setChosen(held.filter((each) => (each === part ? isChosen : chosen.includes(each))))
            }
          />
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="small"
          variant="primary"
          busy={starting.isPending}
          disabled={chosen.length === 0}
          onClick={() => starting.mutate()}
        >
          {t.rich("start", {
            file: of.file_name,
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
        </Button>
        <CancelButton of={of} />
      </div>
      {starting.error && (
        <p role="alert" className="mt-2 text-danger wrap-anywhere">
          {problem(starting.error)}
        </p>
      )}
    </fieldset>
  );
}
