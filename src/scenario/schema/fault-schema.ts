import { z } from 'zod';
import type { Distribution } from '../../kernel/distribution.js';
import { oneOfForms } from '../form/choice.js';
import { durationDistribution } from '../form/distribution-schema.js';
import { DURATION, positive, quantity } from '../form/quantity-schema.js';
import { section } from '../form/section.js';
import { entityName } from '../form/text-schema.js';
import type { Fault } from '../specification/happening.js';

/** Stands for every compute where a fault may be of one or of all. */
export const ALL_COMPUTES = 'all';

type SlowWakes = Extract<Fault, { readonly kind: 'slow_wakes' }>;

/** Something that goes wrong, as the scenario says it. */
export type FaultForm =
  | Exclude<Fault, SlowWakes>
  /** Without a latency of their own as long as the model's wakes without a warm pool. */
  | (Omit<SlowWakes, 'latency'> & { readonly latency: Distribution | undefined });

const at = quantity(DURATION, 'When it begins, from the start of the scenario.');
const length = positive(DURATION, 'How long it lasts.');

/** A fault of one compute, whose name is the value of the key that names the fault. */
function ofCompute(
  kind: Exclude<FaultForm['kind'], 'slow_wakes' | 'control_plane_outage'>,
  what: string,
  lasts: z.ZodType<number> = length,
) {
  const schema = section({ at, for: lasts, [kind]: entityName('compute', what) });
  return {
    name: kind,
    schema: schema.transform(
      (fault): FaultForm => ({
        at_seconds: Number(fault['at']),
        for_seconds: Number(fault['for']),
        kind,
        compute: String(fault[kind]),
      }),
    ),
  };
}

const slowWakes = section({
  at,
  for: length,
  slow_wakes: entityName(
    'compute, or all',
    'The compute whose wakes find the warm pool empty; all for every one.',
  ),
  latency: durationDistribution
    .describe('How long such a wake takes; warm_pool_miss_latency of the model by default.')
    .optional(),
}).transform(
  ({ at: begins, for: lasts, slow_wakes, latency }): FaultForm => ({
    at_seconds: begins,
    for_seconds: lasts,
    kind: 'slow_wakes',
    compute: slow_wakes === ALL_COMPUTES ? undefined : slow_wakes,
    latency,
  }),
);

const controlPlaneOutage = section({
  at,
  for: length,
  control_plane_outage: z
    .literal(true)
    .describe('Nothing is started, suspended, edited or scaled; what runs keeps running.'),
}).transform(
  (fault): FaultForm => ({ at_seconds: fault.at, for_seconds: fault.for, kind: 'control_plane_outage' }),
);

/** What goes wrong, from when and for how long: one key that names the fault, and its compute as the value. */
export const faultSchema: z.ZodType<FaultForm> = oneOfForms(
  'a fault with at and for, and one of crash, slow_wakes, control_plane_outage, zone_loss, no_upscale or stuck_operation',
  [
    ofCompute(
      'crash',
      'The compute that is gone at once.',
      quantity(DURATION, 'How long it stays down before it restarts by itself.').prefault('0s'),
    ),
    { name: 'slow_wakes', schema: slowWakes },
    { name: 'control_plane_outage', schema: controlPlaneOutage },
    ofCompute('zone_loss', 'The compute whose availability zone is lost.'),
    ofCompute('no_upscale', 'The compute whose node refuses every request for more.'),
    ofCompute('stuck_operation', 'The compute that an operation keeps locked.'),
  ],
  { id: 'Fault', description: 'Something that goes wrong at a moment and lasts for some time.' },
);
