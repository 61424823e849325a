const WIDTH = 300;
const HEIGHT = 56;

/** Bar chart with one bar per day. It is hidden from screen readers: provide the same data in a table. */
export function DayBars({ days }: { days: { day: string; value: number; label: string }[] }) {
  const most = Math.max(1, ...days.map(({ value }) => value));
  const step = WIDTH / days.length;
  const gap = Math.min(1, step / 6);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-3 h-14 w-full"
    >
      {days.map(({ day, value, label }, at) => {
        // A day without data keeps a visible bar.
        const height = Math.max(1, (value / most) * HEIGHT);
        return (
          <rect
            key={day}
            x={at * step + gap}
            y={HEIGHT - height}
            width={step - 2 * gap}
            height={height}
            className={value > 0 ? "fill-accent" : "fill-line"}
          >
            <title>{`${day}: ${label}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
