import ArrowUp from "lucide-react/icons/arrow-up";
import AudioLines from "lucide-react/icons/audio-lines";
import Paperclip from "lucide-react/icons/paperclip";
import Square from "lucide-react/icons/square";
import { type ReactNode, useRef } from "react";
import type { Files } from "@/components/data/use-files";
import { useLazyTranslations, useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { Menu } from "@/components/ui/menu";
import { Spinner } from "@/components/ui/spinner";
import { useLazyModule } from "@/components/ui/use-near";
import type { Sending } from "./use-sending";
import { VoiceButton } from "./voice-button";

type ComposerButtonsProps = {
  sending: Sending;
  add: Files["add"];
  /** Opens the choice of documents, chats and web pages. */
  onAttachOpen: () => void;
  /** True while a voice message is recorded, which hides the buttons. */
  isAway: true | undefined;
  isSending: boolean;
  onVoiceStart: (released?: Promise<void>) => void;
  onHandsFree?: () => void;
  onStop?: () => void;
  /** Additional buttons of the screen that contains the composer. */
  children: ReactNode;
};

export function ComposerButtons({
  sending: { isNothing, canSend, excess },
  add,
  onAttachOpen,
  isAway,
  isSending,
  onVoiceStart,
  onHandsFree,
  onStop,
  children,
}: ComposerButtonsProps) {
  const t = useTranslations("composer");
  const picker = useRef<HTMLInputElement>(null);
  const loadWords = useLazyTranslations("composerAttach");
  const [loaded, near] = useLazyModule(() => Promise.all([import("./attach-items"), loadWords()]));
  const isTooLong = excess > 0;
  return (
    <div data-away={isAway} className="flex items-center gap-2 px-2 pb-2 data-away:hidden">
      <Menu
        label={t("attachFiles")}
        align="start"
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted transition-colors hover:bg-hover hover:text-ink pointer-coarse:size-11"
        trigger={<Paperclip className="size-4.5" aria-hidden />}
        onNear={near}
        items={loaded?.[0].buildAttachItems(loaded[1], {
          onUpload: () => picker.current?.click(),
          onOthers: onAttachOpen,
        })}
      />
      <VoiceButton label={t("recordVoice")} disabled={isSending} onStart={onVoiceStart} />
      {children}
      {onHandsFree && (
        <IconButton label={t("handsFree")} disabled={isSending} onClick={onHandsFree}>
          <AudioLines aria-hidden />
        </IconButton>
      )}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t("filesToAttach")}
        onChange={(event) => {
          void add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <p className="min-w-0 flex-1 truncate text-xs text-muted" role={isTooLong ? "alert" : undefined}>
        {isTooLong && t("tooLong", { count: excess })}
      </p>
      {onStop && isNothing ? (
        <RoundButton label={t("stopReply")} type="button" onClick={onStop}>
          <Square className="size-3.5 fill-current" aria-hidden />
        </RoundButton>
      ) : (
        <RoundButton label={t("send")} type="submit" disabled={!canSend}>
          {isSending ? <Spinner /> : <ArrowUp className="size-5" aria-hidden />}
        </RoundButton>
      )}
    </div>
  );
}

function RoundButton({ label, className, ...rest }: { label: string } & React.ComponentProps<"button">) {
  return (
    <button
      aria-label={label}
      title={label}
      className={cx(
        "inline-flex size-9 items-center justify-center rounded-full bg-accent text-on-accent transition-colors hover:bg-accent-strong disabled:bg-hover disabled:text-muted pointer-coarse:size-11",
        className,
      )}
      {...rest}
    />
  );
}
