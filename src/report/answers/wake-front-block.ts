import type { FrontPoint, WakeFront } from '../../study/policies/wake-front.js';
import { duration } from '../figures/figure-text.js';
import type { ReportBlock } from '../text/text-report.js';
import { when } from '../text/when.js';
import { hundredths, marked, threeDigits } from './policy-comparison-columns.js';

/** The suspension policies by what a wake is worth: which of them costs least, and when. */
export function wakeFrontBlock({ wake_costs_seconds: worths, points }: WakeFront): ReportBlock {
  const several = worths.length > 1;
  const regrets = several ? worths : [];
  return {
    title: 'Suspension policies by what a wake is worth',
    table: {
      head: [
        'policy',
        'costs least at',
        'running h/day',
        'wakes a day',
        'delayed %',
        ...regrets.map((worth) => `above oracle h/day at ${duration(worth)}`),
      ],
      headings: [
        'policy',
        'costs\nleast at',
        'running\nh/day',
        'wakes\na day',
        'delayed\n%',
        ...regrets.map((worth) => `above\noracle\nat ${duration(worth)}`),
      ],
      rows: points.map((point) => [
        nameOf(point, several),
        rangeText(point),
        threeDigits(point.running_hours_per_day),
        threeDigits(point.wakes_per_day),
        hundredths(point.delayed_probability),
        ...(several ? point.regret_hours_per_day.map(threeDigits) : []),
      ]),
      gap: 1,
    },
    notes: [
      {
        about: 'costs least',
        text: 'of these policies, in this run, where a wake is worth so much running time: running time + that for each wake; - nowhere',
      },
      ...when(several, {
        about: 'above oracle',
        text: `each compared with the oracle that was told the same; a time after a name is what the policy was told, and the table above is for ${duration(worths[0]!)}`,
      }),
    ],
  };
}

function nameOf({ policy, own, wake_cost_seconds }: FrontPoint, several: boolean): string {
  const told = several && wake_cost_seconds !== null ? ` ${duration(wake_cost_seconds)}` : '';
  return marked(`${policy}${told}`, own, false);
}

function rangeText({ least_cost_from_seconds: from, least_cost_to_seconds: to }: FrontPoint): string {
  if (from === null) return '-';
  if (to === null) return from === 0 ? 'any worth' : `${duration(from)} and more`;
  return from === 0 ? `up to ${duration(to)}` : `${duration(from)} to ${duration(to)}`;
}
