import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseScenario, ScenarioError } from '../../src/scenario/load-scenario.js';
import { cases } from '../long-suite.js';
import { problems } from './example.js';

const TEXT = `name: example
seed: 42
duration: 7d
plan: scale
computes:
  - name: primary
    type: read_write
    autoscaling_limit_min_cu: 1
    autoscaling_limit_max_cu: 2
    suspend_timeout_seconds: 300
load:
  - name: web
    compute: primary
    rate: { base: 40/s, daily: 0.6, weekly: 0.3, peak_hour: 14 }
    query:
      cpu: { lognormal: { mean: 4ms, cv: 2 } }
      pages: 12
      working_set: 2GiB
      memory: 4MiB
    connection:
      kind: pool
      size: 20
    retry:
      attempts: 5
      budget: 20%
      give_up: 1m
      connect_timeout: 10s
  - name: clients
    route:
      least_connections: [primary]
    process:
      closed:
        clients: 25
        think: 100ms
    query: { cpu: 1ms, statement_timeout: 30s }
    connection:
      kind: pool
      preset: hikaricp
      min_idle: 2
  - name: listener
    compute: primary
    connection:
      kind: listen
      clients: 3
      user: app
events:
  - at: 1d
    update: primary
    set: { autoscaling_limit_max_cu: 4 }
faults:
  - at: 2d
    crash: primary
  - at: 3d
    for: 10m
    slow_wakes: all
    latency: 5s
slo:
  success_rate: 99.9%
model:
  rules: platform
  wake_latency: 1s
`;

/** Every key at the beginning of a line, with its place. */
const KEYS = TEXT.split('\n').flatMap((content, index) => {
  const match = /^(\s*(?:- )?)([a-z_]+):/.exec(content);
  return match === null ? [] : [{ line: index + 1, column: match[1]!.length + 1, key: match[2]! }];
});

describe('arbitrary scenario texts', () => {
  it('a misspelt key is reported at its line and column', async () => {
    expect(await problems(TEXT)).toEqual([]);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...KEYS),
        fc.nat(),
        fc.constantFrom('q', 'zz', '_x'),
        async (place, at, letters) => {
          const cut = at % (place.key.length + 1);
          const misspelt = place.key.slice(0, cut) + letters + place.key.slice(cut);
          const lines = TEXT.split('\n');
          const content = lines[place.line - 1]!;
          lines[place.line - 1] =
            content.slice(0, place.column - 1) +
            misspelt +
            content.slice(place.column - 1 + place.key.length);
          const found = await problems(lines.join('\n'));
          const here = found.filter(
            ({ line, message }) => line === place.line && message.includes(`"${misspelt}"`),
          );
          expect(here.map(({ column }) => column)).toContain(place.column);
        },
      ),
      { seed: 1, numRuns: cases(300) },
    );
  });

  it('any text gives a scenario or a ScenarioError', async () => {
    const keys = fc.constantFrom(
      ...new Set(KEYS.map(({ key }) => key)),
      'mixture',
      'sum',
      'product',
      'of',
      'weight',
      'zone_loss',
      'control_plane_outage',
      '__proto__',
      'x',
    );
    const leaves = fc.oneof(
      fc.constantFrom(
        '1s',
        '40/s',
        '2GiB',
        'primary',
        'poisson',
        '50%',
        '',
        null,
        true,
        -1,
        0,
        0.25,
        1,
        300,
        Number.NaN,
      ),
      fc.string({ maxLength: 6 }),
      fc.double(),
    );
    const { anything } = fc.letrec((tie) => ({
      anything: fc.oneof(
        { maxDepth: 6, withCrossShrink: true },
        leaves,
        fc.array(tie('anything'), { maxLength: 4 }),
        fc
          .array(fc.tuple(keys, tie('anything')), { maxLength: 6 })
          .map((entries) => Object.fromEntries(entries)),
      ),
    }));
    const documents = fc
      .tuple(anything, anything, anything, anything, anything)
      .map(([computes, load, events, faults, model]) =>
        stringify({ duration: '1d', computes, load: [load], events, faults: [faults], model }),
      );
    await fc.assert(
      fc.asyncProperty(fc.oneof(documents, fc.string({ maxLength: 200 })), async (text) => {
        const outcome = await parseScenario(text, { directory: '/nowhere' }).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ScenarioError);
      }),
      { seed: 1, numRuns: cases(800) },
    );
  });

  it('any overrides give a scenario or a ScenarioError', async () => {
    const set = fc.array(
      fc.oneof(
        fc.string(),
        fc
          .tuple(fc.constantFrom('seed', 'computes.primary', 'load.web.rate', 'x.y'), fc.string())
          .map((parts) => parts.join('=')),
      ),
      { maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(set, async (overrides) => {
        const outcome = await parseScenario(TEXT, { set: overrides }).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ScenarioError);
      }),
      { seed: 1, numRuns: cases(400) },
    );
  });
});
