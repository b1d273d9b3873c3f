/**
 * An emulator of the management API in the process of a test suite. Time is paused until the suite advances it, so a
 * suspension after five idle minutes takes no real time. `neap serve` runs the same emulator as a command.
 *
 * @example
 * import { createEmulator } from 'neap/emulator';
 *
 * const emulator = createEmulator();
 * await emulator.listen();
 * process.env.NEON_API_HOST = emulator.base_url;
 * process.env.NEON_API_KEY = emulator.api_key;
 * // … run the code under test …
 * emulator.advance(300_000);
 * await emulator.stop();
 *
 * @packageDocumentation
 */
export type { AdapterClock } from '../adapter/wall-clock.js';
export { PlatformError } from '../platform/checks/platform-error.js';
export { createEmulator, type SuiteEmulator } from './create-emulator.js';
export type { SuiteOptions as CreateEmulatorOptions } from './suite-emulator.js';
