import { describe, expect, it } from 'vitest';
import { scenarioLine } from '../../src/scenario/scenario-line.js';
import { compiled, complaints } from './example.js';

const complaint = async (...faults: readonly unknown[]) => (await complaints({ faults })).join('\n');

describe('faults', () => {
  it('are read in order of time', async () => {
    const faults = [
      { at: '3h', for: '10m', crash: 'primary' },
      { at: '1h', crash: 'primary' },
      { at: '2h', for: '10m', slow_wakes: 'primary', latency: { exponential: { mean: '5s' } } },
      { at: '2h', for: '5m', control_plane_outage: true },
      { at: '4h', for: '1h', zone_loss: 'primary' },
      { at: '5h', for: '1m', no_upscale: 'primary' },
      { at: '6h', for: '1m', stuck_operation: 'primary' },
    ];
    const scenario = await compiled({ faults });
    expect(scenario.faults).toEqual([
      { at_seconds: 3600, for_seconds: 0, kind: 'crash', compute: 'primary' },
      {
        at_seconds: 7200,
        for_seconds: 600,
        kind: 'slow_wakes',
        compute: 'primary',
        latency: { kind: 'exponential', mean: 5 },
      },
      { at_seconds: 7200, for_seconds: 300, kind: 'control_plane_outage' },
      { at_seconds: 10_800, for_seconds: 600, kind: 'crash', compute: 'primary' },
      { at_seconds: 14_400, for_seconds: 3600, kind: 'zone_loss', compute: 'primary' },
      { at_seconds: 18_000, for_seconds: 60, kind: 'no_upscale', compute: 'primary' },
      { at_seconds: 21_600, for_seconds: 60, kind: 'stuck_operation', compute: 'primary' },
    ]);
    expect(scenarioLine(scenario)).toContain('; 7 faults');
  });

  it('make all wakes slow as the model has them without a warm pool, unless told otherwise', async () => {
    const { faults, assumptions } = await compiled({ faults: [{ at: '1h', for: '1h', slow_wakes: 'all' }] });
    expect(faults).toEqual([
      {
        at_seconds: 3600,
        for_seconds: 3600,
        kind: 'slow_wakes',
        compute: undefined,
        latency: { kind: 'uniform', min: 3, max: 6 },
      },
    ]);
    expect(assumptions.map(({ name }) => name)).toContain('model.warm_pool_miss_latency');
  });

  it('may follow each other at once, and last until the end of the run', async () => {
    const faults = [
      { at: '1h', for: '1h', zone_loss: 'primary' },
      { at: '2h', for: '22h', zone_loss: 'primary' },
      { at: '2h', for: '1h', no_upscale: 'primary' },
    ];
    expect(await complaints({ faults })).toEqual([]);
  });

  it.each([
    [{ at: '1h', crash: 'primry' }, 'faults[0].crash: there is no compute "primry"; did you mean "primary"?'],
    [{ at: '1h', for: '1m', slow_wakes: 'primry' }, 'faults[0].slow_wakes: there is no compute "primry"'],
    [
      { at: '1h', for: '1m', crahs: 'primary' },
      'faults[0].crahs: unknown key "crahs"; did you mean "crash"?',
    ],
    [{ at: '1h', for: '1m' }, 'expected a fault with at and for, and one of crash, slow_wakes'],
    [{ at: '1h', zone_loss: 'primary' }, 'faults[0].for: "for" is missing; expected a duration'],
    [{ at: '1h', for: '0s', zone_loss: 'primary' }, 'faults[0].for: expected a duration such as'],
    [{ for: '1h', crash: 'primary' }, 'faults[0].at: "at" is missing'],
    [{ at: '1h', for: '1m', control_plane_outage: false }, 'control_plane_outage: expected true, got false'],
    [{ at: '1h', for: '1m', control_plane_outage: 'primary' }, 'expected true, got "primary"'],
    [{ at: '1h', for: '1m', crash: 'primary', latency: '1s' }, 'faults[0].latency: unknown key "latency"'],
    [{ at: '1h', for: '1m', crash: 'primary', zone_loss: 'primary' }, 'unknown key "zone_loss"'],
    [{ at: '1h', for: '1m', slow_wakes: 'all', latency: 5 }, 'faults[0].latency: expected a duration'],
    [{ at: '1d', crash: 'primary' }, 'faults[0].at: 1d is not before the end of the run, which lasts 1d'],
    [
      { at: '23h', for: '2h', no_upscale: 'primary' },
      'faults[0].for: the fault ends at 1d1h, after the end of the run, which lasts 1d',
    ],
  ])('%j is refused', async (fault, message) => {
    expect(await complaint(fault)).toContain(message);
  });

  it.each([
    [
      { at: '1h30m', for: '1m', zone_loss: 'primary' },
      { at: '1h', for: '1h', zone_loss: 'primary' },
    ],
    [
      { at: '1h', crash: 'primary' },
      { at: '1h', crash: 'primary' },
    ],
    [
      { at: '1h30m', for: '1m', slow_wakes: 'all' },
      { at: '1h', for: '1h', slow_wakes: 'primary' },
    ],
    [
      { at: '2h', for: '1m', control_plane_outage: true },
      { at: '1h', for: '2h', control_plane_outage: true },
    ],
  ])('%j is refused during %j', async (later, earlier) => {
    const found = await complaint(earlier, later);
    expect(found).toMatch(/^faults\[1\]\.at: faults\[0\] is the same fault/);
    expect(found).toContain('expected a later moment, or one fault that lasts longer');
  });

  it('may strike two computes, or two ways, at the same time', async () => {
    const computes = ['a', 'b'].map((name) => ({
      name,
      branch: name,
      type: 'read_write',
      autoscaling_limit_min_cu: 1,
      autoscaling_limit_max_cu: 1,
    }));
    const faults = [
      { at: '1h', for: '1h', zone_loss: 'a' },
      { at: '1h', for: '1h', zone_loss: 'b' },
      { at: '1h', for: '1h', stuck_operation: 'b' },
    ];
    expect(await complaints({ computes, faults, load: [] })).toEqual([]);
  });
});
