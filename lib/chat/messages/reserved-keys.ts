const OWN_KEYS = [
  ...["usage", "context", "citations", "error", "retry_at", "stopped", "previous", "unseen_pictures"],
  ...[
    "unread_files",
    "left_out",
    "passed_over",
    "comparison",
    "regeneration",
    "edited_by",
    "job",
    "mail",
    "prompt",
    "imported",
    "versions",
    "sums_up",
  ],
];

export const stripReservedKeys = (
  extra: Record<string, unknown> | undefined,
): Record<string, unknown> | undefined =>
  extra && Object.fromEntries(Object.entries(extra).filter(([key]) => !OWN_KEYS.includes(key)));
