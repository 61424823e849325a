const colors = { ok: "bg-accent", warning: "bg-warning", used_up: "bg-danger" };

/**
 * @param share Used share in percent
 * @param labelledBy Id of the sentence that states the usage
 */
export function UsedBar({
  share,
  state,
  labelledBy,
}: {
  share: number;
  state: keyof typeof colors;
  labelledBy: string;
}) {
  return (
    <div
      role="progressbar"
      aria-labelledby={labelledBy}
      aria-valuenow={share}
      className="mt-2 h-2 overflow-hidden rounded-full bg-sunken"
    >
      <div className={`h-full ${colors[state]}`} style={{ width: `${share}%` }} />
    </div>
  );
}
