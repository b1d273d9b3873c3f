import { z } from 'zod';
import { oneOfForms } from '../form/choice.js';
import { durationDistribution } from '../form/distribution-schema.js';
import { formatDuration } from '../form/quantity.js';
import { DURATION, positive, quantity } from '../form/quantity-schema.js';
import { as, type Keys, key, record, seconds } from '../form/record.js';
import { entityName } from '../form/text-schema.js';
import type { ModelConstants } from '../model/model-constants.js';
import { byStart, checkMoment, endOfRun, type Item, type ListSection, type Problem } from './list-section.js';

/** Means every compute, for faults of one compute or of all. */
const ALL_COMPUTES = 'all';

const at = as('at_seconds', quantity(DURATION, 'When it begins, from the start of the scenario.'));
const length = positive(DURATION, 'How long it lasts.');

function fault<const Kind extends string, const More extends Keys>(
  kind: Kind,
  more: More,
  lasts: z.ZodType<number> = length,
) {
  const keys = { at, for: seconds(lasts), ...more };
  return { name: kind, schema: record(keys, { constants: { kind } }) };
}

/** A fault of one compute, whose name is the value of the key that names the fault. */
function ofOne<const Kind extends string>(kind: Kind, what: string, lasts?: z.ZodType<number>) {
  return fault(kind, key(kind, as('compute', entityName('compute', what))), lasts);
}

const FAULT_FORMS = [
  /** The compute disappears immediately; it runs again after `for_seconds` and the usual restart. */
  ofOne(
    'crash',
    'The compute that crashes.',
    quantity(DURATION, 'How long it stays down before it restarts automatically.').prefault('0s'),
  ),
  fault('slow_wakes', {
    slow_wakes: as(
      'compute',
      entityName(
        'compute, or all',
        'The compute whose wakes find the warm pool empty; all for every compute.',
      ).transform((name) => (name === ALL_COMPUTES ? undefined : name)),
    ),
    latency: durationDistribution
      .describe('How long such a wake takes; warm_pool_miss_latency of the model by default.')
      .optional(),
  }),
  fault('control_plane_outage', {
    control_plane_outage: as(
      'kind',
      z
        .literal(true)
        .describe('No compute is started, suspended, edited or scaled; running computes continue.')
        .transform(() => 'control_plane_outage' as const),
    ),
  }),
  ofOne('zone_loss', 'The compute whose availability zone is lost.'),
  ofOne('no_upscale', 'The compute whose node refuses every request for more.'),
  ofOne('stuck_operation', 'The compute that an operation keeps locked.'),
] as const;

/** A fault as read: `slow_wakes` has no latency yet unless the scenario sets one. */
export type FaultItem = z.output<(typeof FAULT_FORMS)[number]['schema']>;

/** A failure that starts at a given time and lasts for a period. */
export type Fault = ReturnType<typeof completeFaults>[number];

export const FAULTS: ListSection<FaultItem> = {
  name: 'faults',
  description: 'Failures, with their start and length.',
  item: oneOfForms(
    'a fault with at and for, and one of crash, slow_wakes, control_plane_outage, zone_loss, no_upscale or stuck_operation',
    FAULT_FORMS,
    { id: 'Fault', description: 'A failure that starts at a given time and lasts for a period.' },
  ),
  references: (written) =>
    FAULT_FORMS.filter(({ name }) => name !== 'slow_wakes' || written[name] !== ALL_COMPUTES).map(
      ({ name }) => ({ path: [name], name: written[name] }),
    ),
  check: (items, _, problem) => checkOverlaps(items, problem),
  checkTimes,
};

/** The faults by time, with the latencies of the model; faults at equal times keep the order of the file. */
export function completeFaults(
  faults: readonly Item<FaultItem>[],
  { warm_pool_miss_latency }: Pick<ModelConstants, 'warm_pool_miss_latency'>,
) {
  return byStart(faults).map(({ form }) =>
    form.kind === 'slow_wakes' ? { ...form, latency: form.latency ?? warm_pool_miss_latency } : form,
  );
}

function checkTimes(faults: readonly Item<FaultItem>[], duration_seconds: number, problem: Problem): void {
  // Rounding must not refuse a fault that lasts exactly until the end.
  const latest = duration_seconds * (1 + 1e-12);
  for (const item of faults) {
    const end = endOf(item.form);
    if (checkMoment(item, duration_seconds, problem) || end <= latest) continue;
    const message = `the fault ends at ${formatDuration(end)}, after ${endOfRun(duration_seconds)}`;
    problem([item.index, 'for'], message);
  }
}

/** Reports two overlapping faults of one kind on one compute; the later one is the problem. */
function checkOverlaps(faults: readonly Item<FaultItem>[], problem: Problem): void {
  const ordered = byStart(faults);
  for (const [position, { index, form }] of ordered.entries()) {
    const earlier = ordered.slice(0, position).find((one) => overlap(one.form, form));
    if (earlier === undefined) continue;
    const compute = computeOf(earlier.form);
    const of = compute === undefined ? '' : ` of ${compute}`;
    const until = formatDuration(endOf(earlier.form));
    problem(
      [index, 'at'],
      `faults[${earlier.index}] is the same fault${of} and lasts until ${until}; expected a later moment, or one fault that lasts longer`,
      {
        related: [
          [index, 'for'],
          [earlier.index, 'at'],
          [earlier.index, 'for'],
        ],
      },
    );
  }
}

function overlap(earlier: FaultItem, later: FaultItem): boolean {
  if (earlier.kind !== later.kind) return false;
  const [one, other] = [computeOf(earlier), computeOf(later)];
  const oneCompute = one === other || one === undefined || other === undefined;
  return oneCompute && (later.at_seconds < endOf(earlier) || later.at_seconds === earlier.at_seconds);
}

/** `undefined` for a fault of every compute. */
function computeOf(fault: FaultItem): string | undefined {
  return 'compute' in fault ? fault.compute : undefined;
}

function endOf({ at_seconds, for_seconds }: FaultItem): number {
  return at_seconds + for_seconds;
}
