import { count, lasting, type State } from "./data";

/** The slowest operations of the last hour, as a table. */
export function SlowOperations({ rows }: { rows: State["slow_operations"] }) {
  const cell = "px-2 py-2 text-right tabular-nums whitespace-nowrap sm:px-4";
  return (
    <section aria-labelledby="slow" className="mt-8">
      <h2 id="slow" className="font-medium">
        Slowest operations
      </h2>
      <p className="mt-1 text-sm text-muted">
        Of this process, in the last hour. Half of the calls were done within the first time, 95 % within the
        second.
      </p>
      {rows.length === 0 && <p className="mt-3 text-sm text-muted">Nothing was asked of it yet.</p>}
      {rows.length > 0 && (
        <div className="mt-3 overflow-x-auto rounded-xl border bg-surface">
          <table className="w-full text-sm">
            <caption className="sr-only">Slowest operations</caption>
            <thead className="text-muted [&_th]:font-normal">
              <tr>
                <th scope="col" className="px-3 py-2 text-left sm:px-4">
                  Operation
                </th>
                <th scope="col" className={cell}>
                  Calls
                </th>
                <th scope="col" className={cell}>
                  50 %
                </th>
                <th scope="col" className={cell}>
                  95 %
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-t border-line">
              {rows.map((row) => (
                <tr key={row.operation}>
                  <th scope="row" className="px-3 py-2 text-left font-normal wrap-anywhere sm:px-4">
                    {row.operation}
                  </th>
                  <td className={cell}>{count(row.count)}</td>
                  <td className={cell}>{lasting(row.p50_ms)}</td>
                  <td className={cell}>{lasting(row.p95_ms)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
