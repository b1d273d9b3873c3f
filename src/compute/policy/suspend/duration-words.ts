const UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
] as const;

/** A duration as a reason states it: `45 s`, `12.5 min`, `4 h`; two decimals at most. */
export function durationWords(seconds: number): string {
  const unit = UNITS.find((candidate) => seconds >= 2 * candidate.seconds);
  const count = seconds / (unit?.seconds ?? 1);
  return `${Math.round(count * 100) / 100} ${unit?.name ?? 's'}`;
}
