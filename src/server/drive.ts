import type { Change } from '../platform/change.js';

/** Somebody beside the clients who acts upon the platform as time passes: the load of a scenario. */
export interface Drive {
  /** Does everything that it does by a moment, in ms since the epoch. */
  readonly advance: (now_ms: number) => void;
  /** Told of everything that has changed, also of its own doing. */
  readonly follow: (changes: readonly Change[]) => void;
}
