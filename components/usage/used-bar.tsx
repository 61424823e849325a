const colors = { ok: "bg-accent", warning: "bg-warning", used_up: "bg-danger" };

/** How much of a limit is used. @param share In percent; `labelledBy` is the id of the sentence that says it */
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
