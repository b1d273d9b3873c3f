import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeTable } from './rule-table.js';
import { RuleWorld } from './rule-world.js';

for (const file of readdirSync(join(import.meta.dirname, 'rules'))) {
  if (file !== 'seed.yaml') describeTable(file, RuleWorld.of);
}
