/** The keys under which the product notes things of its own in a message's `extra`. */
const OWN_KEYS = [
  ...["usage", "context", "citations", "error", "retry_at", "stopped", "previous", "unseen_pictures"],
  ...[
    "unread_files",
    "left_out",
    "passed_over",
    "comparison",
    "job",
    "mail",
    "prompt",
    "imported",
    "versions",
    "sums_up",
  ],
];

/** What a caller says of a message: whatever they like, but nothing in the product's name. */
export const ofCaller = (extra: Record<string, unknown> | undefined): Record<string, unknown> | undefined =>
  extra && Object.fromEntries(Object.entries(extra).filter(([key]) => !OWN_KEYS.includes(key)));
