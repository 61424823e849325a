/**
 * Prometheus metrics in text format 0.0.4. prom-client has had no release since 2024, and we need only these few
 * features.
 */

// Maximum number of series per metric. Further label values are counted as `other`, because model names are free text.
const MAX_SERIES = 1000;
const OTHER = "other";

type Labels = Record<string, string>;
export type Sample = [labels: Labels, value: number];
export type Family = { head: string; samples: [name: string, labels: Labels, value: number][] };

abstract class Metric<S> {
  protected readonly series = new Map<string, { values: string[]; state: S }>();

  constructor(
    readonly name: string,
    readonly help: string,
    protected readonly labels: string[] = [],
  ) {}

  protected abstract fresh(): S;

  protected at(values: string[]): S {
    const key = values.length === 1 ? values[0]! : values.join("\n");
    const known = this.series.get(key);
    if (known) return known.state;
    if (this.series.size >= MAX_SERIES && values[0] !== OTHER) return this.at(values.map(() => OTHER));
    const state = this.fresh();
    this.series.set(key, { values, state });
    return state;
  }

  protected labelled(values: string[]): Labels {
    return Object.fromEntries(this.labels.map((label, index) => [label, values[index] ?? ""]));
  }
}

abstract class Single extends Metric<{ value: number }> {
  protected abstract readonly type: "counter" | "gauge";
  protected fresh = () => ({ value: 0 });

  add(amount: number, ...values: string[]): void {
    this.at(values).value += amount;
  }

  total = (): number => [...this.series.values()].reduce((sum, { state }) => sum + state.value, 0);

  read = (): Family =>
    createFamily(
      this.name,
      this.type,
      this.help,
      [...this.series.values()].map(({ values, state }) => [this.labelled(values), state.value]),
    );
}

export class Counter extends Single {
  protected readonly type = "counter";
}

export class Gauge extends Single {
  protected readonly type = "gauge";
}

type Spread = { counts: number[]; sum: number };

export class Histogram extends Metric<Spread> {
  constructor(
    name: string,
    help: string,
    labels: string[],
    private readonly bounds: number[],
  ) {
    super(name, help, labels);
  }

  protected fresh = (): Spread => ({ counts: new Array(this.bounds.length + 1).fill(0), sum: 0 });

  observe(value: number, ...values: string[]): void {
    const { bounds } = this;
    const spread = this.at(values);
    let index = 0;
    while (index < bounds.length && value > bounds[index]!) index++;
    spread.counts[index]! += 1;
    spread.sum += value;
  }

  read = (): Family => {
    const samples = [...this.series.values()].flatMap(({ values, state: { counts, sum } }) => {
      const labels = this.labelled(values);
      let below = 0;
      const buckets = counts.map((count, index): Family["samples"][number] => {
        below += count;
        return [`${this.name}_bucket`, { ...labels, le: String(this.bounds[index] ?? "+Inf") }, below];
      });
      const all: Family["samples"] = [
        ...buckets,
        [`${this.name}_sum`, labels, sum],
        [`${this.name}_count`, labels, below],
      ];
      return all;
    });
    return { head: head(this.name, "histogram", this.help), samples };
  };
}

export const createFamily = (
  name: string,
  type: "counter" | "gauge",
  help: string,
  samples: Sample[],
): Family => ({
  head: head(name, type, help),
  samples: samples.map(([labels, value]) => [name, labels, value]),
});

export function formatFamilies(families: Family[]): string {
  const byHead = Map.groupBy(families, ({ head }) => head);
  return [...byHead]
    .map(([head, same]) => head + same.flatMap(({ samples }) => samples.map((one) => line(...one))).join(""))
    .join("");
}

const head = (name: string, type: string, help: string) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;

function line(name: string, labels: Labels, value: number): string {
  const inner = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${inner.length > 0 ? `{${inner.join(",")}}` : ""} ${value}\n`;
}

const escaped = (text: string) =>
  text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
