/** A page of one project's timeframes, as the API answers it. */
export function page(
  frames: readonly (readonly [string, string, Readonly<Record<string, number>>])[],
  project_id = 'one',
) {
  return {
    projects: [
      {
        project_id,
        periods: [
          {
            period_id: '4e5e4b0a-0000-4000-8000-000000000000',
            period_plan: 'launch',
            period_start: '2026-03-01T00:00:00Z',
            consumption: frames.map(([timeframe_start, timeframe_end, metrics]) => ({
              timeframe_start,
              timeframe_end,
              metrics: Object.entries(metrics).map(([metric_name, value]) => ({ metric_name, value })),
            })),
          },
        ],
      },
    ],
    pagination: { cursor: 'x' },
  };
}

/** A page of one timeframe with these metrics, whatever they are. */
export function metricsPage(metrics: unknown) {
  const consumption = [{ timeframe_start: day(1), timeframe_end: day(2), metrics }];
  return { projects: [{ project_id: 'a', periods: [{ consumption }] }] };
}

/** A midnight of March 2026. */
export const day = (n: number) => `2026-03-${String(n).padStart(2, '0')}T00:00:00Z`;
