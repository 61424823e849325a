const WIDTH = 600;
const HEIGHT = 112;

export type Series = { name: string; fill: string; values: (number | null)[] };

/**
 * Bar chart of one or several series, stacked or side by side. It is hidden from screen readers: provide the same
 * data in a table.
 */
export function Bars({
  labels,
  series,
  isStacked,
  show,
}: {
  labels: string[];
  series: Series[];
  isStacked: boolean;
  show: (value: number) => string;
}) {
  const most = getMaxHeight(series, isStacked);
  const step = WIDTH / labels.length;
  const gap = Math.min(6, step / 6);
  const width = (step - 2 * gap) / (isStacked ? 1 : series.length);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-3 h-28 w-full rtl:-scale-x-100"
    >
      {labels.map((label, at) => {
        let under = 0;
        return (
          <g key={label}>
            <rect
              x={at * step + gap}
              y={HEIGHT - 1}
              width={step - 2 * gap}
              height={1}
              className="fill-line"
            />
            {series.map(({ name, fill, values }, position) => {
              const value = values[at] ?? null;
              if (value === null) return null;
              const height = (value / most) * HEIGHT;
              under += isStacked ? height : 0;
              return (
                <rect
                  key={name}
                  x={at * step + gap + (isStacked ? 0 : position * width)}
                  y={HEIGHT - (isStacked ? under : height)}
                  width={width}
                  height={height}
                  className={fill}
                >
                  <title>{`${label} · ${name}: ${show(value)}`}</title>
                </rect>
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}

export function getMaxHeight(series: Series[], isStacked: boolean): number {
  const count = series[0]?.values.length ?? 0;
  const heights = Array.from({ length: count }, (_, at) => {
    const values = series.map(({ values }) => values[at] ?? 0);
    return isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  return Math.max(0, ...heights) || 1;
}
