import { suggestion } from '../../kernel/nearest-name.js';
import { DURATION, type Quantity, RATE } from '../../scenario/form/quantity-schema.js';
import { readValue } from '../../scenario/form/setting-value.js';
import { SIZE_CU, SUSPEND_TIMEOUT } from '../../scenario/sections/compute-settings.js';
import { PLAN_NAMES } from '../../vendors/plan-limits.js';

/** One question: its text, its default, and the check of an answer. */
export interface InitQuestion {
  readonly text: string;
  readonly fallback: string;
  problem(answer: string): string | undefined;
}

const answerOf = (kind: Quantity) => (answer: string) =>
  readValue(kind, answer) === undefined ? `expected ${kind.expected}` : undefined;

export const INIT_QUESTIONS = {
  plan: {
    text: `Plan (${PLAN_NAMES.join(', ')})`,
    fallback: 'launch',
    problem: (answer: string) =>
      PLAN_NAMES.includes(answer)
        ? undefined
        : `there is no plan "${answer}"${suggestion(answer, PLAN_NAMES)}`,
  },
  min: { text: 'Smallest size in CU', fallback: '0.25', problem: answerOf(SIZE_CU) },
  max: { text: 'Largest size in CU', fallback: '2', problem: answerOf(SIZE_CU) },
  timeout: {
    text: 'Suspend after (a duration, or never)',
    fallback: '5m',
    problem: answerOf(SUSPEND_TIMEOUT),
  },
  rate: {
    text: 'Mean rate of queries',
    fallback: '30/h',
    problem: answerOf(RATE),
  },
  cpu: { text: 'CPU time of a query', fallback: '5ms', problem: answerOf(DURATION) },
  duration: { text: 'How long to simulate', fallback: '7d', problem: answerOf(DURATION) },
} as const satisfies Readonly<Record<string, InitQuestion>>;

/** The answers without asking. */
export const DEFAULTS = Object.fromEntries(
  Object.entries(INIT_QUESTIONS).map(([key, { fallback }]) => [key, fallback]),
) as Readonly<Record<keyof typeof INIT_QUESTIONS, string>>;
