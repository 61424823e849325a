import { useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";

export function StoppedReply({ onContinue }: { onContinue?: () => Promise<void> }) {
  const t = useTranslations("chat");
  const ofReplies = useTranslations("chatReplies");
  const [isBusy, setIsBusy] = useState(false);
  const resume = async () => {
    setIsBusy(true);
    await onContinue?.();
    setIsBusy(false);
  };
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
      {t("stopped")}
      {onContinue && (
        <Button size="small" busy={isBusy} onClick={() => void resume()}>
          {ofReplies("continue")}
        </Button>
      )}
    </p>
  );
}
