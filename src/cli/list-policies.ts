import { policyLines, policyList } from '../report/policy-list.js';
import { screenOf } from './screen.js';

/** Longer lines are hard to read. */
const MOST_COLUMNS = 100;

/** Prints every policy that a scenario can name. */
export function listPolicies(options: { readonly json?: boolean }): void {
  const list = policyList();
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify(list, null, 2)}\n`);
    return;
  }
  const screen = screenOf(process.stdout);
  const lines = policyLines(list, Math.min(screen.width, MOST_COLUMNS));
  process.stdout.write(`${lines.map(({ text, emphasis }) => screen.paint(text, emphasis)).join('\n')}\n`);
}
