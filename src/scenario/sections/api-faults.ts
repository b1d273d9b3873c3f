import { FAULT_VALUES, type FaultRequest, faultProblem } from '../../api/fault.js';
import type { Outside } from '../document/outside.js';
import { DURATION, positive, quantity, SHARE, wholeNumberSchema } from '../form/quantity-schema.js';
import { readBy, refuse } from '../form/read-by.js';
import { as, record } from '../form/record.js';
import { shown } from '../form/shown.js';
import { text, trueOrFalse, word } from '../form/text-schema.js';
import type { Item, Problem } from './list-section.js';

const { least, most } = FAULT_VALUES.statuses;

const answer = readBy(
  (value): number | 'none' | undefined => {
    if (value === 'none') return value;
    return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? value
      : undefined;
  },
  (value) => `expected a status of ${least} to ${most}, such as 503, or none, got ${shown(value)}`,
).meta({
  anyOf: [{ type: 'integer', minimum: least, maximum: most }, { const: 'none' }],
  description: 'Status of the answer; none cuts the connection without one.',
});

const times = wholeNumberSchema(
  1,
  'How often it happens: once by default, without limit if share or for is set.',
).refine((value) => value <= FAULT_VALUES.most_times, `expected at most ${FAULT_VALUES.most_times}`);

const milliseconds = (seconds: number) => Math.round(seconds * 1000);

const item = record(
  {
    at: as(
      'after_ms',
      quantity(DURATION, 'When it begins, from the start of the scenario.')
        .prefault('0s')
        .transform(milliseconds),
    ),
    for: as(
      '_ms',
      positive(DURATION, 'For how long it happens; without end by default.')
        .transform(milliseconds)
        .optional(),
    ),
    answer: answer.optional(),
    carried_out: trueOrFalse('Whether the call takes effect before it fails.').optional(),
    delay: as(
      '_ms',
      positive(DURATION, 'How long the answer is delayed; without an answer, the correct one follows.')
        .transform(milliseconds)
        .optional(),
    ),
    operation: word(
      FAULT_VALUES.fates,
      'Outcome of operations, instead of calls: they fail, or get stuck and keep the project locked.',
    ).optional(),
    call: text(
      'the name of a call such as createProject',
      100,
      "The call it happens to, by the name of the API's operation; any by default.",
    ).optional(),
    method: word(FAULT_VALUES.methods, 'The method of the calls it happens to.').optional(),
    action: word(FAULT_VALUES.actions, 'The operations it happens to; any by default.').optional(),
    times: times.optional(),
    share: quantity(SHARE, 'Share of the calls or operations that it affects.').optional(),
  },
  { description: 'A failure of calls or operations of the management API.' },
).superRefine((fault: FaultRequest, context) => {
  const problem = faultProblem(fault);
  if (problem !== undefined) refuse(context, problem);
});

/** Faults of the management API; never simulated. */
export const API_FAULTS = {
  name: 'api_faults',
  description: 'Failures of the management API, for neap serve and observe.',
  item,
  checkTimes(items: readonly Item<FaultRequest>[], duration_seconds: number, problem: Problem) {
    for (const { index, form } of items)
      if (form.after_ms! / 1000 >= duration_seconds)
        problem([index, 'at'], 'expected a moment before the end of the run');
  },
};

/** Reports faults of calls that the management API does not have. */
export async function checkCalls(
  faults: readonly Item<FaultRequest>[],
  outside: Outside,
  problem: Problem,
): Promise<void> {
  for (const { index, form } of faults) {
    const unknown = form.call === undefined ? undefined : await outside.unknownCall(form.call);
    if (unknown !== undefined) problem([index, 'call'], unknown);
  }
}
