const COMPUTES = 10;

/** Thirty days of ten computes with one timeline row per minute; quiet enough to run in seconds. */
export function monthScenario(): string {
  const each = Array.from({ length: COMPUTES }, (_, index) => index);
  // Two of them scale: the autoscaler's loop of a few seconds is most of the work of a quiet month.
  const limits = (index: number) =>
    `autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: ${index < 2 ? 1 : 0.25}`;
  return `
name: month-of-ten
seed: 10
start: 2026-01-01T00:00:00Z
duration: 30d
timeline_interval: 1m
plan: launch
computes:
${each.map((index) => `  - { name: app-${index}, branch: b-${index}, type: read_write, ${limits(index)} }`).join('\n')}
load:
${each.map((index) => `  - { name: web-${index}, compute: app-${index}, rate: { base: ${4 + 12 * index}/h, daily: 0.8 }, query: { cpu: { lognormal: { mean: 200ms, cv: 3 } } } }`).join('\n')}
`;
}
