import { expect, test } from 'vitest';
import { documentText } from '../../build/docs/documents.js';
import { callsFrom } from './code-walk.js';

const SCENARIO = {
  name: 'walk',
  seed: 1,
  start: '2026-01-05T00:00:00Z',
  duration: '20m',
  plan: 'launch',
  computes: [{ name: 'primary', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }],
  load: [
    {
      name: 'web',
      compute: 'primary',
      rate: '6/h',
      query: { cpu: '5ms', pages: 10, working_set: '1GiB' },
      connection: { kind: 'per_query' },
    },
  ],
};

/** The calls that a section of the page lists. */
function stepsOf(section: string): readonly string[] {
  const text = documentText('docs/a-query.md')
    .split('## ')
    .find((part) => part.startsWith(section))!;
  return [...text.matchAll(/^\| \d+ \| `(\w+\.\w+)`/gm)].map(([, method]) => method!);
}

test('docs/a-query.md lists the steps of a query that wakes a compute in the order of the calls', async () => {
  const steps = stepsOf('One query');
  const calls = await callsFrom('LoadProcess.arrival', SCENARIO);
  const listed = calls.filter(({ method }) => steps.includes(method));
  expect(listed.map(({ method }) => method)).toEqual(steps);
  const files = new Set(listed.map(({ file }) => file));
  expect(calls.filter(({ file, takesQuery }) => takesQuery && !files.has(file))).toEqual([]);
});

test('docs/a-query.md lists the steps of an edit that restarts a compute in the order of the calls', async () => {
  const [compute] = SCENARIO.computes;
  const calls = await callsFrom('Configuration.perform', {
    ...SCENARIO,
    computes: [{ ...compute, initial_state: 'active' }],
    load: [],
    events: [{ at: '1m', update: 'primary', set: { autoscaling_limit_max_cu: 2 } }],
  });
  const steps = stepsOf('One edit');
  expect(calls.map(({ method }) => method).filter((method) => steps.includes(method))).toEqual(steps);
});
