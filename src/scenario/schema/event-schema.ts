import type { z } from 'zod';
import { oneOfForms } from '../form/choice.js';
import { DURATION, quantity } from '../form/quantity-schema.js';
import { section } from '../form/section.js';
import { entityName } from '../form/text-schema.js';
import { type ComputeUpdateForm, computeUpdateSchema } from './compute-schema.js';

/** Something that is done to a compute, as the scenario says it. */
export type EventForm = { readonly at: number; readonly compute: string } & (
  | { readonly kind: 'update'; readonly set: ComputeUpdateForm }
  | { readonly kind: 'restart' | 'start' | 'suspend' }
);

const at = () => quantity(DURATION, 'When, from the start of the scenario.');
const compute = (what: string) => entityName('compute', what);

/** An event whose verb has the compute's name as its value. */
function verb<const Verb extends 'restart' | 'start' | 'suspend'>(kind: Verb, what: string) {
  const schema = section({ at: at(), [kind]: compute(what) }).transform(
    (event): EventForm => ({ at: Number(event['at']), compute: String(event[kind]), kind }),
  );
  return { name: kind, schema };
}

/** What is done to a compute at a moment: one verb, and the compute's name as its value. */
export const eventSchema: z.ZodType<EventForm> = oneOfForms(
  'an event with at, and one of update (with set), restart, start or suspend',
  [
    {
      name: 'update',
      schema: section({
        at: at(),
        update: compute('The compute whose settings change.'),
        set: computeUpdateSchema.describe('The settings to change.'),
      }).transform(
        (event): EventForm => ({ at: event.at, compute: event.update, kind: 'update', set: event.set }),
      ),
    },
    verb('restart', 'The compute to restart; refused unless it is active.'),
    verb('start', 'The compute to start.'),
    verb('suspend', 'The compute to suspend.'),
  ],
  { id: 'Event', description: 'Something that is done to a compute at a moment.' },
);
