import type { PlatformOptions } from '../platform/options.js';
import type { RealTime } from './real-time.js';
import type { StateStore } from './store/state-store.js';

/** Everything that an emulator is made of. */
export interface EmulatorOptions {
  readonly real: RealTime;
  readonly store: StateStore;
  /** Choices about the platform's rules: the seed of ids and secrets, durations of operations, limits. */
  readonly platform: Omit<PlatformOptions, 'onChange'>;
  /** Emulated seconds a second; 0 stands still. */
  readonly speed: number;
  /** Emulated time of a new state, in ms since the epoch; the time of day unless given. */
  readonly start_ms: number | undefined;
  readonly rate_limits: boolean;
  readonly control_from_anywhere: boolean;
  readonly log: (message: string) => void;
}
