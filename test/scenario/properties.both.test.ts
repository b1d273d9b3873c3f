import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseScenario, ScenarioError } from '../../src/scenario/load-scenario.js';
import { cases } from '../long-suite.js';
import { problems } from './example.js';

const TEXT = readFileSync(new URL('whole-scenario.yaml', import.meta.url), 'utf8');

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
    const others = 'mixture sum product of weight zone_loss control_plane_outage __proto__ x'.split(' ');
    const keys = fc.constantFrom(...new Set(KEYS.map(({ key }) => key)), ...others);
    const words = ['1s', '40/s', '2GiB', 'primary', 'poisson', '50%', ''];
    const leaves = fc.oneof(
      fc.constantFrom(...words, null, true, -1, 0, 0.25, 1, 300, Number.NaN),
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
