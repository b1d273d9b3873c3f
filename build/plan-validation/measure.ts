import { randomPlan } from './random-plan.js';
import { verdictOf } from './verdict.js';

/** `npm run validate:plans -- FROM TO [REPLICATIONS]`: prints a line of JSON per plan as soon as it is available. */
const [from = 1, to = 100, replications = 100] = process.argv.slice(2).map(Number);
for (let number = from; number <= to; number++) {
  process.stdout.write(`${JSON.stringify(await verdictOf(randomPlan(number), replications))}\n`);
}
