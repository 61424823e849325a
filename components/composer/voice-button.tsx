import { IconButton } from "@/components/ui/button";

/**
 * Begins a voice message, when it is clicked or held.
 * `onStart` gets, when it is held, what resolves as it is let go.
 */
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
    // A finger that rests means no menu.
    onContextMenu={(event) => event.preventDefault()}
    onPointerDown={({ button }) => {
      if (button !== 0) return;
      onStart(
        new Promise((resolve) => window.addEventListener("pointerup", () => resolve(), { once: true })),
      );
    }}
    // Of a key, or of what speaks for one: what is pointed with has begun already.
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
