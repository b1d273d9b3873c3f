import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves with the exit code (128 and the signal's number) when a signal asks to stop; a second one stops at once. */
export function stopSignal(): Promise<number> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        const exit_code = 128 + constants.signals[signal];
        if (asked) process.exit(exit_code);
        asked = true;
        resolve(exit_code);
      });
    }
  });
}
