import type { Histogram } from '../../../statistics/histogram.js';
import { LATENCY_QUANTILES, partName } from '../../../study/run/latency-quantiles.js';
import type { Mark, Panel, Plot } from '../../document/plot.js';
import type { Part } from '../../document/report.js';
import { notesOn, notesPart } from '../../document/report.js';
import { counted, duration, percent } from '../../figures/figure-text.js';

/** Minimum number of values for a distribution. */
const MIN_DURATIONS = 20;
/** Places of a curve. */
const MAX_POINTS = 120;

/** Durations of one kind: one of the things that took so long, and several of them. */
export interface MeasuredDurations {
  readonly title: string;
  readonly nouns: readonly [one: string, several: string];
  /** In seconds. */
  readonly durations: Histogram;
}

/** Which share of durations is at or below each, with percentiles marked; of few values a sentence. */
export function distributionParts(measured: readonly MeasuredDurations[]): readonly Part[] {
  const some = measured.filter(({ durations }) => durations.count > 0);
  const drawn = some.filter(({ durations }) => durations.count >= MIN_DURATIONS && durations.max > 0);
  const few = some.filter((each) => !drawn.includes(each)).map(fewWords);
  const plot: Plot = {
    id: 'distributions',
    title: 'Share that took no longer',
    panels: drawn.map(panelOf),
    keys: [{ text: 'dots: percentiles' }],
  };
  return [
    { kind: 'plot', id: 'distributions', in: ['page'], plot },
    notesPart('few-durations', notesOn('', few), { in: ['page'] }),
  ];
}

/** The share of values at or below each of some, ascending. */
export function cumulativeShares(
  durations: Histogram,
): readonly (readonly [seconds: number, share: number])[] {
  let below = 0;
  const buckets = durations.buckets();
  const all = buckets.map(({ value, count }, index) => {
    below += count;
    return [index === buckets.length - 1 ? durations.max : value, below / durations.count] as const;
  });
  const stride = Math.max(1, Math.ceil(all.length / MAX_POINTS));
  return all.filter(([value], index) => value > 0 && (index % stride === 0 || index === all.length - 1));
}

function panelOf({ title, nouns, durations }: MeasuredDurations): Panel {
  const marks = cumulativeShares(durations).map(([x, y]): Mark => ({ x, y }));
  const percentiles = Object.entries(LATENCY_QUANTILES)
    .map(([part, share]) => ({ name: partName(part), x: durations.quantile(share), y: share }))
    .filter(({ x }) => x > 0)
    .map(({ name, x, y }): Mark => {
      const text = `${name} ${duration(x)}`;
      return {
        x,
        y,
        names: [text],
        tip: [`${percent(y)} of ${nouns[1]} took no longer than ${duration(x)}`],
      };
    });
  return {
    x: { label: title, text: duration, from_zero: 'if near' },
    y: {
      label: `Share of ${counted(durations.count, ...nouns)}`,
      text: percent,
      from_zero: 'always',
      max: 1,
    },
    height: 110,
    layers: [
      { as: 'step', kind: 'time-line latency', marks },
      { as: 'point', kind: 'dot', marks: percentiles },
    ],
  };
}

/** A handful of values in words. */
function fewWords({ title, nouns, durations }: MeasuredDurations): string {
  const [least, middle] = [durations.quantile(0), durations.quantile(0.5)];
  const words =
    durations.count === 1
      ? duration(durations.max)
      : `from ${duration(least)} to ${duration(durations.max)}, half of them up to ${duration(middle)}`;
  return `${title}: ${counted(durations.count, ...nouns)}, ${words}; too few for a distribution`;
}
