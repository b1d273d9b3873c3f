import type { z } from 'zod';
import { choice } from './choice.js';
import { type ComputeUpdateForm, computeUpdateSchema } from './compute-schema.js';
import { DURATION, quantity } from './quantity-schema.js';
import { section } from './section.js';
import { entityName } from './text-schema.js';

/** Something that is done to a compute, as the scenario says it. */
export type EventForm = { readonly at: number; readonly compute: string } & (
  | { readonly kind: 'update'; readonly set: ComputeUpdateForm }
  | { readonly kind: 'restart' | 'start' | 'suspend' }
);

const at = () => quantity(DURATION, 'When, from the start of the scenario.');
const compute = () => entityName('compute');

/** What is done to a compute at a moment: one verb, and the compute's name as its value. */
export const eventSchema: z.ZodType<EventForm> = choice(
  'an event with at, and one of update (with set), restart, start or suspend',
  [
    {
      name: 'update',
      schema: section({ at: at(), update: compute(), set: computeUpdateSchema }).transform(
        (event): EventForm => ({ at: event.at, compute: event.update, kind: 'update', set: event.set }),
      ),
    },
    {
      name: 'restart',
      schema: section({ at: at(), restart: compute() }).transform(
        (event): EventForm => ({ at: event.at, compute: event.restart, kind: 'restart' }),
      ),
    },
    {
      name: 'start',
      schema: section({ at: at(), start: compute() }).transform(
        (event): EventForm => ({ at: event.at, compute: event.start, kind: 'start' }),
      ),
    },
    {
      name: 'suspend',
      schema: section({ at: at(), suspend: compute() }).transform(
        (event): EventForm => ({ at: event.at, compute: event.suspend, kind: 'suspend' }),
      ),
    },
  ],
  { id: 'Event', description: 'Something that is done to a compute at a moment.' },
);
