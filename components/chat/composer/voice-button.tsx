import { IconButton } from "@/components/ui/button";

/** Starts a voice message on click or while held. When held, `onStart` receives a promise that resolves on release. */
export const VoiceButton = ({
  label,
  disabled,
  onStart,
}: {
  label: string;
  disabled: boolean;
  onStart: (released?: Promise<void>) => void;
}) => (
  <IconButton
    label={label}
    disabled={disabled}
    className="touch-none"
    // Prevents the context menu, which a long press would open.
    onContextMenu={(event) => event.preventDefault()}
    onPointerDown={({ button }) => {
      if (button !== 0) return;
      onStart(
        new Promise((resolve) => window.addEventListener("pointerup", () => resolve(), { once: true })),
      );
    }}
    // Handles only clicks by keyboard and assistive technology (detail 0); pointers start recording on pointerdown.
    onClick={({ detail }) => detail === 0 && onStart()}
  >
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden
    >
      <rect x="9" y="2" width="6" height="13" rx="3" />
      <path d="M5 11v1a7 7 0 0 0 14 0v-1M12 19v3" />
    </svg>
  </IconButton>
);
