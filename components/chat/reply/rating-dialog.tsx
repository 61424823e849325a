"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ratingScope, saveRating } from "@/components/data/ratings";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Dialog } from "@/components/ui/dialog";
import { Field, Textarea } from "@/components/ui/field";
import { FormActions } from "@/components/ui/form-actions";
import { FormProblem } from "@/components/ui/form-problem";
import { MAX_COMMENT_LENGTH, RATING_REASONS, type RatingReason } from "@/lib/replies/ratings/settings";

type RatingDialogProps = { params: { chat_id: string; message_id: number }; onClose: () => void };

export function RatingDialog({ params, onClose }: RatingDialogProps) {
  const t = useTranslations("ratings");
  const problem = useProblem();
  const client = useQueryClient();
  const [reason, setReason] = useState<RatingReason>();
  const [comment, setComment] = useState("");
  const saving = useMutation({
    ...ratingScope(params.message_id),
    mutationFn: () => saveRating(client, params, { is_good: false, reason: reason ?? null, comment }),
    onSuccess: onClose,
  });
  return (
    <Dialog open onClose={onClose} title={t("whatIsWrong")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
        className="flex flex-col gap-4 p-1"
      >
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t("reason")}</legend>
          {RATING_REASONS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={reason === each}
              onClick={() => setReason(reason === each ? undefined : each)}
              className="h-9 rounded-full border border-line-strong px-3 text-sm hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent pointer-coarse:h-11"
            >
              {t(`reason_${each}`)}
            </button>
          ))}
        </fieldset>
        <Field label={t("comment")} help={t("commentHelp")}>
          {(wiring) => (
            <Textarea
              {...wiring}
              value={comment}
              maxLength={MAX_COMMENT_LENGTH}
              rows={3}
              onChange={(event) => setComment(event.target.value)}
            />
          )}
        </Field>
        <FormProblem message={saving.error ? problem(saving.error) : undefined} />
        <FormActions onCancel={onClose} isBusy={saving.isPending}>
          {t("send")}
        </FormActions>
      </form>
    </Dialog>
  );
}
