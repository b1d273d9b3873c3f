import { testCommands } from '../command-rows.js';

for (const table of ['price-agreement.yaml', 'worlds/commands.yaml'])
  testCommands(new URL(table, import.meta.url));
