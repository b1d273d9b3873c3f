import { expect, it } from 'vitest';
import type { FigureName } from '../../../src/figures/run-figures.js';
import { meanUse, pressures, type ResourceUse } from '../../../src/study/replicate/resource-use.js';
import { tableOf } from '../../table.js';
import { IDLE } from './idle-use.js';

const pressure = (use: Partial<ResourceUse>, figure: FigureName, resource: string) =>
  pressures({ ...IDLE, ...use }, figure).find((each) => each.resource === resource)!;

type Row = readonly [resource: string, use: Partial<ResourceUse>, figure: FigureName, pressure: number];

it.each(tableOf<Row>(import.meta.url, 'resource-use.yaml'))(
  'the pressure on %s of %j, as visible in %s, is %d',
  (resource, use, figure, expected) => {
    expect(pressure(use, figure, resource).pressure).toBeCloseTo(expected, 9);
  },
);

it('the use of several replications is their mean', () => {
  const mean = meanUse([
    { ...IDLE, cpu: 0.2, failed_by_error: { '57014': 4 } },
    { ...IDLE, cpu: 0.6, failed_by_error: { '53300': 3 } },
  ]);
  expect(mean).toEqual({ ...IDLE, cpu: 0.4, failed_by_error: { '53300': 1.5, '57014': 2 } });
});
