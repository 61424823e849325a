import { useSetting } from "@/components/chat/panel/use-setting";
import { useTranslations } from "@/components/i18n/words";
import { useToast } from "@/components/ui/toast";
import { markPermanent } from "./temporary";

/** Makes a temporary chat permanent. */
export function useKeepChat(uuid: string) {
  const t = useTranslations("chat");
  const toast = useToast();
  const saving = useSetting({ uuid }, "temp");
  const keep = async () => {
    try {
      await saving.mutateAsync(false);
      markPermanent(uuid);
      toast(t("chatKept"));
    } catch (error) {
      toast(error as Error);
    }
  };
  return { keep, isBusy: saving.isPending };
}
