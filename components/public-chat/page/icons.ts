const icon = (paths: string) => `<svg viewBox="0 0 24 24" aria-hidden="true">${paths}</svg>`;

/** From Lucide (ISC license). */
export const icons = {
  send: icon('<path d="m5 12 7-7 7 7M12 19V5"/>'),
  stop: icon('<rect x="7" y="7" width="10" height="10" rx="2" fill="currentColor"/>'),
  attach: icon(
    '<path d="m21.4 11.6-8.7 8.6a5.7 5.7 0 0 1-8-8l8.6-8.6a3.8 3.8 0 0 1 5.3 5.4l-8.6 8.6a1.9 1.9 0 0 1-2.7-2.7l8-7.9"/>',
  ),
  copy: icon(
    '<rect x="9" y="9" width="12" height="12" rx="2"/><path d="M5 15H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h9a2 2 0 0 1 2 2v1"/>',
  ),
  done: icon('<path d="M20 6 9 17l-5-5"/>'),
  retry: icon('<path d="M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5"/>'),
  thumb: icon(
    '<path d="M7 10v11M7 10l4-8a3 3 0 0 1 3 3v4h5a2 2 0 0 1 2 2.3l-1.3 8a2 2 0 0 1-2 1.7H4a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1z"/>',
  ),
  rate: icon('<path d="m12 3 2.7 5.6 6.1.9-4.4 4.3 1 6.1-5.4-2.9-5.4 2.9 1-6.1-4.4-4.3 6.1-.9z"/>'),
  fresh: icon('<path d="M12 5v14M5 12h14"/>'),
  more: icon('<path d="M12 5h.01M12 12h.01M12 19h.01"/>'),
  minimise: icon('<path d="m6 9 6 6 6-6"/>'),
  close: icon('<path d="M18 6 6 18M6 6l12 12"/>'),
};
