import { describe, expect, it } from 'vitest';
import { compiled, complaints, exampleLoad } from './example.js';

const computes = ['primary', 'replica-1', 'replica-2'].map((name, index) => ({
  name,
  type: index === 0 ? 'read_write' : 'read_only',
  autoscaling_limit_min_cu: 1,
  autoscaling_limit_max_cu: 1,
}));

const routed = (route: unknown) => ({ computes, load: [exampleLoad({ compute: undefined, route })] });

describe('a route', () => {
  it.each([
    [
      { weight: { 'replica-1': 2, 'replica-2': 1 } },
      'weight',
      [
        ['replica-1', 2],
        ['replica-2', 1],
      ],
    ],
    [
      { weight: ['primary', 'replica-1'] },
      'weight',
      [
        ['primary', 1],
        ['replica-1', 1],
      ],
    ],
    [
      { least_connections: ['replica-2', 'replica-1'] },
      'least_connections',
      [
        ['replica-2', 1],
        ['replica-1', 1],
      ],
    ],
    [{ least_connections: { primary: 0.5 } }, 'least_connections', [['primary', 0.5]]],
  ])('%j', async (route, by, targets) => {
    expect((await compiled(routed(route))).load[0]!.route).toEqual({
      by,
      targets: targets.map(([compute, weight]) => ({ compute, weight })),
    });
  });

  it('of a load with one compute is that compute', async () => {
    expect((await compiled()).load[0]!.route).toEqual({
      by: 'weight',
      targets: [{ compute: 'primary', weight: 1 }],
    });
  });

  it.each([
    [
      { weight: { 'replica-3': 1 } },
      'load.web.route.weight.replica-3: there is no compute "replica-3"; did you mean "replica-1"?',
    ],
    [
      { least_connections: ['primry'] },
      'load.web.route.least_connections[0]: there is no compute "primry"; did you mean "primary"?',
    ],
    [{ weight: { primary: 0 } }, 'load.web.route.weight.primary: expected a weight above 0, got 0'],
    [{ weight: { primary: 'two' } }, 'expected a weight above 0, got "two"'],
    [{ weight: {} }, 'load.web.route.weight: expected at least one compute with its weight'],
    [{ least_connections: [] }, 'load.web.route.least_connections: expected at least one compute'],
    [
      { least_connections: ['primary', 'primary'] },
      'load.web.route.least_connections[1]: "primary" is listed twice; give it a weight instead, as in { primary: 2 }',
    ],
    [{ weigth: ['primary'] }, 'load.web.route.weigth: unknown key "weigth"; did you mean "weight"?'],
    [{ weight: ['primary'], least_connections: ['primary'] }, 'unknown key "least_connections"'],
    [{ weight: 'primary' }, 'load.web.route.weight: expected a list, got "primary"'],
    ['primary', 'load.web.route: expected { weight: { replica-1: 2, replica-2: 1 } } or { least_connections'],
  ])('%j is refused', async (route, message) => {
    expect((await complaints(routed(route))).join('\n')).toContain(message);
  });

  it('and a compute exclude each other, and one of them is needed', async () => {
    const both = exampleLoad({ route: { weight: ['primary'] } });
    expect(await complaints({ load: [both] })).toEqual([
      'load.web.route: compute and route both say where the queries go; leave one of them out',
    ]);
    expect(await complaints({ load: [exampleLoad({ compute: undefined })] })).toEqual([
      'load.web.compute: "compute" is missing; expected the name of a compute, 1 to 64 characters, or a route over several',
    ]);
  });
});
