"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import ThumbsDown from "lucide-react/icons/thumbs-down";
import ThumbsUp from "lucide-react/icons/thumbs-up";
import { Suspense, useRef, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { type OwnRating, ownRatingsQuery, ratingScope, saveRating } from "@/components/data/ratings";
import type { Message } from "@/components/data/thread";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";

const RatingDialog = lazy(() => import("./rating-dialog").then((file) => ({ default: file.RatingDialog })));

type RatingProps = { message: Pick<Message, "id" | "chat_uuid">; isSmall: boolean };

export function Rating({ message, isSmall }: RatingProps) {
  const t = useTranslations("ratings");
  const client = useQueryClient();
  const toast = useToast();
  const { data } = useQuery(ownRatingsQuery(message.chat_uuid));
  const [isAsking, setIsAsking] = useState(false);
  const params = { chat_id: message.chat_uuid, message_id: message.id };
  const saving = useMutation({
    ...ratingScope(message.id),
    mutationFn: (isGood: boolean | null) =>
      saveRating(client, params, isGood === null ? undefined : { is_good: isGood }),
    onError: toast,
  });
  const findOwn = (ratings: OwnRating[]) =>
    ratings.find(({ message_id }) => message_id === message.id)?.is_good ?? null;
  const sent = useRef<boolean | null>(undefined);
  sent.current = saving.isPending ? saving.variables : undefined;
  const isGood = sent.current === undefined ? findOwn(data ?? []) : sent.current;
  const choose = async (chosen: boolean) => {
    try {
      // A rating that isn't known yet could not be taken back.
      const known = findOwn(await client.ensureQueryData(ownRatingsQuery(message.chat_uuid)));
      const before = sent.current === undefined ? known : sent.current;
      saving.mutate(before === chosen ? null : chosen);
      setIsAsking(!chosen && before !== false);
    } catch (error) {
      toast(error as Error);
    }
  };
  const size = isSmall ? "size-6! rounded-md! [&_svg]:size-4!" : "size-8!";
  const className = `${size} pointer-coarse:size-10! aria-pressed:text-accent aria-pressed:[&_svg]:fill-current`;
  return (
    <>
      <IconButton
        label={t("good")}
        aria-pressed={isGood === true}
        onClick={() => void choose(true)}
        className={className}
      >
        <ThumbsUp aria-hidden />
      </IconButton>
      <IconButton
        label={t("bad")}
        aria-pressed={isGood === false}
        onClick={() => void choose(false)}
        className={className}
      >
        <ThumbsDown aria-hidden />
      </IconButton>
      {isAsking && (
        <Suspense>
          <RatingDialog params={params} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
