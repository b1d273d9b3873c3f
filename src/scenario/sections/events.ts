import type { z } from 'zod';
import { type ComputeSettings, namedSettings } from '../../compute/lifecycle/settings.js';
import { settingsProblems } from '../../compute/lifecycle/settings-problem.js';
import { oneOfForms } from '../form/choice.js';
import { DURATION, quantity } from '../form/quantity-schema.js';
import { as, type Keys, key, record } from '../form/record.js';
import { entityName } from '../form/text-schema.js';
import { computeUpdateSchema } from './compute-settings.js';
import {
  byStart,
  checkMoment,
  type Item,
  type ListSection,
  type Problem,
  type Surroundings,
} from './list-section.js';
import { type Once, RECURRENCE } from './recurrence.js';

const at = as(
  'at_seconds',
  quantity(DURATION, 'When, from the start of the scenario; the first time if it recurs.'),
);

/** An event whose verb has the compute's name as its value. */
function verb<const Kind extends string, const More extends Keys = Record<never, never>>(
  kind: Kind,
  what: string,
  more?: More,
) {
  const compute = key(kind, as('compute', entityName('compute', what)));
  return {
    name: kind,
    schema: record({ at, ...RECURRENCE, ...compute, ...(more as More) }, { constants: { kind } }),
  };
}

const VERBS = [
  verb('update', 'The compute whose settings change.', {
    set: computeUpdateSchema.describe('The settings to change.').transform(namedSettings),
  }),
  verb('restart', 'The compute to restart; refused unless it is active.'),
  verb('start', 'The compute to start.'),
  verb('suspend', 'The compute to suspend.'),
] as const;

/** A management call on a compute as written, which may recur. */
export type EventItem = z.output<(typeof VERBS)[number]['schema']>;

/** A management call on a compute at a given time. */
export type ScenarioEvent = Once<EventItem>;

/** Management calls on computes: one verb each, with the compute's name as its value. */
export const EVENTS: ListSection<EventItem> = {
  name: 'events',
  description: 'Management calls on computes, with their times.',
  item: oneOfForms('an event with at, and one of update (with set), restart, start or suspend', VERBS, {
    id: 'Event',
    description: 'A management call on a compute at a given time.',
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
  }),
  references: (written) => VERBS.map(({ name }) => ({ path: [name], name: written[name] })),
  check: checkUpdates,
  checkTimes(items, duration_seconds, problem) {
    for (const event of items) checkMoment(event, duration_seconds, problem);
  },
};

/** Whether an event may change the smallest or largest size of its compute. */
export function changesLimits(event: ScenarioEvent): boolean {
  if (event.kind !== 'update') return false;
  const { autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu } = event.set;
  return min_cu !== undefined || max_cu !== undefined;
}

/** Smallest and largest size of a compute in CU, from the start and after each update. */
export function sizeLimits(
  events: readonly ScenarioEvent[],
  {
    name,
    autoscaling_limit_min_cu: least,
    autoscaling_limit_max_cu: most,
  }: ComputeSettings & { readonly name: string },
): readonly (readonly [least: number, most: number])[] {
  const updated = events.flatMap((event): (readonly [number, number])[] => {
    if (event.kind !== 'update' || event.compute !== name) return [];
    const { autoscaling_limit_min_cu = least, autoscaling_limit_max_cu = most } = event.set;
    return [[autoscaling_limit_min_cu, autoscaling_limit_max_cu]];
  });
  return [[least, most], ...updated];
}

/** Reports updates that would leave a compute with settings that violate the size table or the plan. */
export function checkUpdates(
  events: readonly Item<ScenarioEvent>[],
  { computes, rules }: Pick<Surroundings, 'computes' | 'rules'>,
  problem: Problem,
): void {
  const valid = computes.filter((compute) => settingsProblems(compute, rules).length === 0);
  const reported = new Set<string>();
  const settings = new Map<string, ComputeSettings>(valid.map((compute) => [compute.name, compute]));
  for (const { index, form } of byStart(events)) {
    const before = settings.get(form.compute);
    if (form.kind !== 'update' || before === undefined) continue;
    const { set } = form;
    const after = { ...before, ...set };
    const problems = settingsProblems(after, rules);
    for (const { setting, message } of problems) {
      const changed = setting in set ? setting : Object.keys(set)[0]!;
      const found = `${index} ${changed} ${message}`;
      if (!reported.has(found)) problem([index, 'set', changed], `after this update, ${message}`);
      reported.add(found);
    }
    // Later updates are checked against the last valid settings.
    if (problems.length === 0) settings.set(form.compute, after);
  }
}
