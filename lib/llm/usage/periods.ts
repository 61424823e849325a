export function getSecondsUntil(when: "tomorrow" | "next month"): number {
  const now = new Date();
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const then = when === "tomorrow" ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1);
  return Math.ceil((then - now.getTime()) / 1000);
}
