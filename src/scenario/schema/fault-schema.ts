import { z } from 'zod';
import type { Distribution } from '../../kernel/distribution.js';
import type { Fault } from '../scenario.js';
import { choice } from './choice.js';
import { durationDistribution } from './distribution-schema.js';
import { DURATION, positive, quantity } from './quantity-schema.js';
import { section } from './section.js';
import { entityName } from './text-schema.js';

/** Stands for every compute where a fault may be of one or of all. */
export const ALL_COMPUTES = 'all';

/** Something that goes wrong, as the scenario says it. */
export interface FaultForm {
  readonly kind: Fault['kind'];
  readonly at: number;
  readonly for: number;
  /** `undefined` for a fault of every compute. */
  readonly compute: string | undefined;
  /** Of slow wakes only; `undefined`: as long as the model's wakes without a warm pool. */
  readonly latency: Distribution | undefined;
}

const at = () => quantity(DURATION, 'When it begins, from the start of the scenario.');
const length = () => positive(DURATION, 'How long it lasts.');
const compute = (what: string) => entityName('compute', what);

const crash = section({
  at: at(),
  for: quantity(DURATION, 'How long it stays down before it restarts by itself.').prefault('0s'),
  crash: compute('The compute that is gone at once.'),
}).transform((fault): FaultForm => form('crash', fault, fault.crash));

const slowWakes = section({
  at: at(),
  for: length(),
  slow_wakes: entityName(
    'compute, or all',
    'The compute whose wakes find the warm pool empty; all for every one.',
  ),
  latency: durationDistribution
    .describe('How long such a wake takes; warm_pool_miss_latency of the model unless given.')
    .optional(),
}).transform(
  (fault): FaultForm => ({
    ...form('slow_wakes', fault, fault.slow_wakes === ALL_COMPUTES ? undefined : fault.slow_wakes),
    latency: fault.latency,
  }),
);

const controlPlaneOutage = section({
  at: at(),
  for: length(),
  control_plane_outage: z
    .literal(true)
    .describe('Nothing is started, suspended, edited or scaled; what runs goes on.'),
}).transform((fault): FaultForm => form('control_plane_outage', fault, undefined));

const zoneLoss = section({
  at: at(),
  for: length(),
  zone_loss: compute('The compute whose availability zone is lost.'),
}).transform((fault): FaultForm => form('zone_loss', fault, fault.zone_loss));

const noUpscale = section({
  at: at(),
  for: length(),
  no_upscale: compute('The compute whose node refuses every request for more.'),
}).transform((fault): FaultForm => form('no_upscale', fault, fault.no_upscale));

const stuckOperation = section({
  at: at(),
  for: length(),
  stuck_operation: compute('The compute that an operation keeps locked.'),
}).transform((fault): FaultForm => form('stuck_operation', fault, fault.stuck_operation));

function form(
  kind: FaultForm['kind'],
  fault: Pick<FaultForm, 'at' | 'for'>,
  target: string | undefined,
): FaultForm {
  return { kind, at: fault.at, for: fault.for, compute: target, latency: undefined };
}

/** What goes wrong, from when and for how long: one key that names the fault, and its compute as the value. */
export const faultSchema: z.ZodType<FaultForm> = choice(
  'a fault with at and for, and one of crash, slow_wakes, control_plane_outage, zone_loss, no_upscale or stuck_operation',
  [
    { name: 'crash', schema: crash },
    { name: 'slow_wakes', schema: slowWakes },
    { name: 'control_plane_outage', schema: controlPlaneOutage },
    { name: 'zone_loss', schema: zoneLoss },
    { name: 'no_upscale', schema: noUpscale },
    { name: 'stuck_operation', schema: stuckOperation },
  ],
  { id: 'Fault', description: 'Something that goes wrong at a moment and lasts for some time.' },
);
