import { join } from 'node:path';
import { describeTable } from '../../platform/rule-table.js';
import { applyWorld } from './apply-world.js';

for (const table of ['plans', 'branches', 'outcomes']) {
  describeTable(join(import.meta.dirname, `${table}.yaml`), applyWorld);
}
