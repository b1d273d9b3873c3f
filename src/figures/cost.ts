import { carriesMonth } from '../cost/compute-cost.js';
import { inUnit } from './figure.js';

const SHARED = { better: 'less', compared: true, observable: 'api' } as const;

export const USE = {
  cu_hours: inUnit('cu_hours', SHARED)('cu_hours', ({ cu_seconds }) => cu_seconds / 3600, {
    label: 'CU-hours',
    sentence: 'Billed compute time: the size in CU, integrated over the hours of the run.',
  }),
} as const;

/** The use of computes without monthly caps; not in `summary.json`. */
export const DEMAND = {
  demanded_cu_hours: inUnit('cu_hours', { better: 'less', compared: true })(
    'demanded_cu_hours',
    ({ cu_seconds, observed_seconds, unavailable_by_cause }) => {
      const out_seconds = unavailable_by_cause['quota'] ?? 0;
      const in_service = observed_seconds - out_seconds;
      return in_service > 0 ? ((cu_seconds / 3600) * observed_seconds) / in_service : cu_seconds / 3600;
    },
    {
      label: 'CU-hours demanded',
      sentence:
        'CU-hours that the run would have used at its mean rate if no quota had suspended its computes: the figure to compare with a quota.',
    },
  ),
} as const;

const usd = inUnit('usd', SHARED);

export const COST = {
  cost_usd: usd('cost_usd', ({ cost_usd }) => cost_usd, {
    label: 'Cost of the run',
    sentence:
      'Cost of the compute time of the run in US dollars, with the monthly fee or minimum of the plan and after its included hours.',
  }),
  cost_usd_per_month: usd('cost_usd_per_month', ({ cost_usd_per_month }) => cost_usd_per_month, {
    label: 'Cost per month',
    sentence: 'Cost of a month of 730 hours at the mean rate of use of the run.',
  }),
} as const;

/** The figure for comparing costs: per month if the run determines a month, otherwise of the run. */
export function costFigure(duration_seconds: number): keyof typeof COST {
  return carriesMonth(duration_seconds) ? 'cost_usd_per_month' : 'cost_usd';
}
