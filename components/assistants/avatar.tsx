/** An assistant's emoji, or the first letter of its name. */
export function AssistantAvatar({
  name,
  avatar,
  large,
}: {
  name: string;
  avatar: string | null;
  large?: boolean;
}) {
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center rounded-xl bg-sunken font-medium ${large ? "size-12 text-2xl" : "size-8 text-base"}`}
    >
      {avatar || name.trim().slice(0, 1).toUpperCase() || "?"}
    </span>
  );
}
