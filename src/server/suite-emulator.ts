import { randomBytes, randomUUID } from 'node:crypto';
import { DATE_CLOCK, WALL_CLOCK } from '../adapter/wall-clock.js';
import { suggestion } from '../kernel/nearest-name.js';
import { sameDurations } from '../platform/store/options.js';
import { Emulator } from './emulator/emulator.js';
import { type FirstAccount, firstAccount } from './emulator/first-account.js';
import { MEMORY_STORE } from './store/state-store.js';

/** The options of a suite's emulator; everything has a default. */
export interface SuiteOptions {
  /** Makes ids and keys repeatable; random unless given. */
  readonly seed?: string;
  /** Emulated time at the beginning, in ms since the epoch; the time of day unless given. */
  readonly start_ms?: number;
  /** Emulated seconds a second; 0, the default, stands still until time is advanced. */
  readonly speed?: number;
  /**
   * `date`: emulated time is `Date`, which the suite has faked and moves itself; `start_ms` and `speed` say nothing then.
   */
  readonly clock?: 'date';
  /** How long every operation takes, in ms, such as 0; as long as real ones unless given. */
  readonly operation_duration_ms?: number;
  /** Whether requests are limited as the service limits them; not unless asked for. */
  readonly rate_limits?: boolean;
  /** Whether attributes that the API does not know are refused, where the service ignores them; not unless asked for. */
  readonly strict?: boolean;
  /** The key of the only user, instead of one that is made. */
  readonly api_key?: string;
  /** The plan of users and organizations; the largest unless given. */
  readonly plan?: string;
  /** Whether branches can begin at a moment of the past; they can unless real servers hold their data. */
  readonly keeps_history?: boolean;
  /** Receives defects of the emulator; the process's standard error unless given. */
  readonly log?: (message: string) => void;
}

/** The expected value of an option, in words and as a check. */
export type Expected = readonly [what: string, is: (value: unknown) => boolean];

export const TEXT: Expected = ['a string', (value) => typeof value === 'string'];
const SWITCH: Expected = ['a boolean', (value) => typeof value === 'boolean'];
export const AMOUNT: Expected = [
  'a number of 0 or more',
  (value) => Number.isFinite(value) && Number(value) >= 0,
];

const OPTIONS: Readonly<Record<keyof SuiteOptions, Expected>> = {
  seed: TEXT,
  start_ms: AMOUNT,
  speed: AMOUNT,
  clock: ['"date"', (value) => value === 'date'],
  operation_duration_ms: AMOUNT,
  rate_limits: SWITCH,
  strict: SWITCH,
  api_key: [
    'a string of 8 to 256 characters',
    (value) => typeof value === 'string' && value.length >= 8 && value.length <= 256,
  ],
  plan: TEXT,
  keeps_history: SWITCH,
  log: ['a function', (value) => typeof value === 'function'],
};

/**
 * Checks options: suites are often JavaScript, where nothing else notices a misspelt one.
 * @param whose such as `an emulator`
 * @throws TypeError
 */
export function checkOptions(
  whose: string,
  known: Readonly<Record<string, Expected>>,
  options: object,
): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`options of ${whose}: expected an object, got ${JSON.stringify(options)}`);
  }
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    const expected = Object.hasOwn(known, name) ? known[name] : undefined;
    if (expected === undefined) {
      throw new TypeError(`${whose} has no option "${name}"${suggestion(name, Object.keys(known))}`);
    }
    const [what, is] = expected;
    if (value !== undefined && !is(value)) {
      const got = typeof value === 'number' ? value : JSON.stringify(value);
      throw new TypeError(`option ${name} of ${whose}: expected ${what}, got ${got}`);
    }
  }
}

/** Checks what a fixture is to run. @throws TypeError */
export function checkTest(fixture: string, test: unknown): void {
  if (typeof test === 'function') return;
  throw new TypeError(`${fixture}: expected a function as the test, got ${JSON.stringify(test)}`);
}

/**
 * An emulator in the memory of a suite's process, and the account of its only user.
 * @throws TypeError for an option that there is not, or a value of another type
 */
export function suiteEmulator(options: SuiteOptions): {
  readonly emulator: Emulator;
  readonly account: FirstAccount & { readonly api_key: string };
} {
  checkOptions('an emulator', OPTIONS, options);
  const { seed = randomUUID(), operation_duration_ms } = options;
  const by_date = options.clock === 'date';
  const emulator = new Emulator({
    real: by_date ? DATE_CLOCK : WALL_CLOCK,
    store: MEMORY_STORE,
    // A suite that names a seed wants the same keys again; the state is gone with the process.
    secret: options.seed === undefined ? randomBytes : undefined,
    platform: {
      seed,
      default_plan: options.plan,
      keeps_history: options.keeps_history,
      ...(operation_duration_ms === undefined
        ? {}
        : { operation_duration_ms: sameDurations(operation_duration_ms) }),
    },
    speed: by_date ? 1 : (options.speed ?? 0),
    start_ms: by_date ? undefined : options.start_ms,
    rate_limits: options.rate_limits ?? false,
    strict: options.strict ?? false,
    control_from_anywhere: false,
    log: options.log ?? ((message) => process.stderr.write(`neap: ${message}\n`)),
  });
  const account = firstAccount(emulator, { is_new: true, secret: options.api_key });
  emulator.remember();
  return { emulator, account: { ...account, api_key: account.api_key! } };
}
