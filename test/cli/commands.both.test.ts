import { readdirSync } from 'node:fs';
import { testCommands } from '../command-rows.js';

const tables = new URL('commands/', import.meta.url);
for (const file of readdirSync(tables)) testCommands(new URL(file, tables));
