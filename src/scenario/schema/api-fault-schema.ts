import { FAULT_VALUES, type FaultRequest, faultProblem } from '../../api/fault.js';
import { shown } from '../form/choice.js';
import { DURATION, positive, quantity, SHARE, wholeNumberSchema } from '../form/quantity-schema.js';
import { readBy } from '../form/read-by.js';
import { section } from '../form/section.js';
import { text, trueOrFalse, word } from '../form/text-schema.js';

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
  'How often it happens: once by default, without end where share or for is given.',
).refine((value) => value <= FAULT_VALUES.most_times, `expected at most ${FAULT_VALUES.most_times}`);

/** Something that goes wrong with calls or operations of the management API. */
export const apiFaultSchema = section(
  {
    at: quantity(DURATION, 'When it begins, from the start of the scenario.').prefault('0s'),
    for: positive(DURATION, 'For how long it happens; without end by default.').optional(),
    answer: answer.optional(),
    carried_out: trueOrFalse('Whether the call takes effect all the same, before that answer.').optional(),
    delay: positive(
      DURATION,
      'How long the answer is held back; alone, the answer is the right one.',
    ).optional(),
    operation: word(
      FAULT_VALUES.fates,
      'What becomes of operations, instead of calls: they fail, or stick and keep the project locked.',
    ).optional(),
    call: text(
      'the name of a call such as createProject',
      100,
      "The call it happens to, by the name of the API's operation; any by default.",
    ).optional(),
    method: word(FAULT_VALUES.methods, 'The method of the calls it happens to.').optional(),
    action: word(FAULT_VALUES.actions, 'The operations it happens to; any by default.').optional(),
    times: times.optional(),
    share: quantity(SHARE, 'The share of calls or operations it happens to.').optional(),
  },
  'Something that goes wrong with calls or operations of the management API.',
).transform((form, context): FaultRequest => {
  const { at, for: lasts, delay, ...rest } = form;
  const fault: FaultRequest = {
    ...rest,
    after_ms: milliseconds(at),
    for_ms: lasts === undefined ? undefined : milliseconds(lasts),
    delay_ms: delay === undefined ? undefined : milliseconds(delay),
  };
  const problem = faultProblem(fault);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  return fault;
});

function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000);
}
