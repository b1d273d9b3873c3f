import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { DATE_CLOCK, WALL_CLOCK } from '../adapter/wall-clock.js';
import { sameDurations } from '../platform/store/options.js';
import { Emulator } from './emulator/emulator.js';
import { type FirstAccount, firstAccount } from './emulator/first-account.js';
import { checkArgument } from './http/validation.js';
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

const AMOUNT = z.number().min(0);

export const FUNCTION = z.custom((value) => typeof value === 'function', 'a function');

/** The options that every fixture of a suite has: how long operations take, and where defects go. */
export const FIXTURE_OPTIONS = { operation_duration_ms: AMOUNT, log: FUNCTION };

const OPTIONS = z
  .strictObject({
    ...FIXTURE_OPTIONS,
    seed: z.string(),
    start_ms: AMOUNT,
    speed: AMOUNT,
    clock: z.literal('date'),
    rate_limits: z.boolean(),
    strict: z.boolean(),
    api_key: z.string().min(8).max(256),
    plan: z.string(),
    keeps_history: z.boolean(),
  } satisfies Record<keyof SuiteOptions, z.ZodType>)
  .partial();

/**
 * An emulator in the memory of a suite's process, and the account of its only user.
 * @throws TypeError for an option that there is not, or a value of another type
 */
export function suiteEmulator(options: SuiteOptions): {
  readonly emulator: Emulator;
  readonly account: FirstAccount & { readonly api_key: string };
} {
  checkArgument('options of an emulator', OPTIONS, options);
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
