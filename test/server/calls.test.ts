import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeTable } from '../platform/rule-table.js';
import { RuleWorld } from '../platform/rule-world.js';

const TABLES = join(import.meta.dirname, 'calls');
/** Lists that are too long for a table. */
const LONG = {
  settings: Object.fromEntries(Array.from({ length: 501 }, (_, place) => [`setting_${place}`, '1'])),
  ids_400: Array.from({ length: 400 }, () => 'p'),
  ids_401: Array.from({ length: 401 }, () => 'p'),
};

for (const file of readdirSync(TABLES)) {
  describeTable(join(TABLES, file), async (story) => {
    const world = await RuleWorld.onEmulator(story);
    for (const [name, list] of Object.entries(LONG)) world.names.set(name, list);
    return world;
  });
}
