import type { z } from 'zod';
import { namedSettings } from '../../compute/lifecycle/settings.js';
import { oneOfForms } from '../form/choice.js';
import { DURATION, quantity } from '../form/quantity-schema.js';
import { section } from '../form/section.js';
import { entityName } from '../form/text-schema.js';
import type { ScenarioEvent } from '../specification/happening.js';
import { computeUpdateSchema } from './compute-schema.js';

const at = () => quantity(DURATION, 'When, from the start of the scenario.');
const compute = (what: string) => entityName('compute', what);

/** An event whose verb has the compute's name as its value. */
function verb<const Verb extends 'restart' | 'start' | 'suspend'>(kind: Verb, what: string) {
  const schema = section({ at: at(), [kind]: compute(what) }).transform(
    (event): ScenarioEvent => ({ at_seconds: Number(event['at']), compute: String(event[kind]), kind }),
  );
  return { name: kind, schema };
}

/** What is done to a compute at a moment: one verb, and the compute's name as its value. */
export const eventSchema: z.ZodType<ScenarioEvent> = oneOfForms(
  'an event with at, and one of update (with set), restart, start or suspend',
  [
    {
      name: 'update',
      schema: section({
        at: at(),
        update: compute('The compute whose settings change.'),
        set: computeUpdateSchema.describe('The settings to change.'),
      }).transform(
        (event): ScenarioEvent => ({
          at_seconds: event.at,
          compute: event.update,
          kind: 'update',
          set: namedSettings(event.set),
        }),
      ),
    },
    verb('restart', 'The compute to restart; refused unless it is active.'),
    verb('start', 'The compute to start.'),
    verb('suspend', 'The compute to suspend.'),
  ],
  {
    id: 'Event',
    description: 'Something that is done to a compute at a moment.',
    synonyms: {
      resize: 'update',
      scale: 'update',
      change: 'update',
      edit: 'update',
      set: 'update',
      wake: 'start',
      resume: 'start',
      stop: 'suspend',
      pause: 'suspend',
      sleep: 'suspend',
      reboot: 'restart',
    },
  },
);
