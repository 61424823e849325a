const SLOT_MS = 10 * 60_000;
const SLOTS = 6;
// Histogram buckets per doubling of the duration, which gives a precision of 19 %.
const PER_DOUBLING = 4;
const BUCKETS = 76;

export type Slow = { operation: string; count: number; p50_ms: number; p95_ms: number };
type Slot = { number: number; counts: Uint32Array };

export class Recent {
  private readonly operations = new Map<string, Slot[]>();

  note(operation: string, ms: number, now = Date.now()): void {
    const number = Math.floor(now / SLOT_MS);
    const slots = this.operations.get(operation) ?? [];
    if (slots.length === 0) this.operations.set(operation, slots);
    let slot = slots[number % SLOTS];
    if (slot?.number !== number) {
      slot = { number, counts: new Uint32Array(BUCKETS) };
      slots[number % SLOTS] = slot;
    }
    slot.counts[ms <= 1 ? 0 : Math.min(BUCKETS - 1, Math.ceil(Math.log2(ms) * PER_DOUBLING))]! += 1;
  }

  slowest(most: number, now = Date.now()): Slow[] {
    const oldest = Math.floor(now / SLOT_MS) - SLOTS;
    const all = [...this.operations].flatMap(([operation, slots]): Slow[] => {
      const counts = new Uint32Array(BUCKETS);
      // Skips slots from earlier hours, which remain for operations that are no longer called.
      for (const slot of slots) {
        if (slot === undefined || slot.number <= oldest) continue;
        for (const [index, count] of slot.counts.entries()) counts[index]! += count;
      }
      const count = counts.reduce((sum, each) => sum + each, 0);
      if (count === 0) return [];
      return [
        { operation, count, p50_ms: quantile(counts, count, 0.5), p95_ms: quantile(counts, count, 0.95) },
      ];
    });
    return all.toSorted((a, b) => b.p95_ms - a.p95_ms).slice(0, most);
  }
}

function quantile(counts: Uint32Array, count: number, share: number): number {
  let left = Math.ceil(count * share);
  const index = counts.findIndex((each) => {
    left -= each;
    return left <= 0;
  });
  return Math.round(2 ** (index / PER_DOUBLING) * 10) / 10;
}
