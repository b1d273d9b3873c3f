import * as compat from '../../test/clients/compat-tables.js';
import { postgresTable } from '../postgres-validation/table.js';
import { replayTable } from '../replay-validation/table.js';
import * as catalogues from './catalogues.js';
import { commandList, commandReference, sharedOptionTable, shortNames } from './command-line.js';
import {
  COMMAND_TABLES,
  commandAndTable,
  commandScreen,
  RUN_SCREENS,
  workedExample,
} from './command-screens.js';
import { dictionarySections } from './data-dictionary.js';
import { hybridTable, TABLE_POSSIBLE } from './hybrid-table.js';
import { ruleTables } from './rules.js';
import { KEY_SECTIONS, keysTable } from './scenario-keys.js';
import { scenarioTable } from './scenario-table.js';
import { validationTable } from './validation-table.js';
import { vendorPages } from './vendor-pages.js';

/** A generator of one part of the documents. */
export interface Generator {
  /** The name between the markers. */
  readonly name: string;
  /** Whether it takes more than a few seconds, so that the long suite checks it. */
  readonly long: boolean;
  /** Whether its input is available; otherwise the part is left unchanged. */
  readonly possible: boolean;
  content(): string | Promise<string>;
}

/** Every generated part, except the table of measured speed, which `npm run bench` prints. */
export const GENERATORS: readonly Generator[] = [
  quick('commands', commandList),
  quick('shared options', sharedOptionTable),
  quick('short names', shortNames),
  quick('command line', commandReference),
  ...KEY_SECTIONS.map((section) => quick(keysPart(section), () => keysTable(section))),
  quick('scenarios', scenarioTable),
  quick('assumptions', catalogues.assumptionTable),
  quick('pool presets', catalogues.presetTable),
  quick('size policies', () => catalogues.policyReference('size')),
  quick('suspend policies', () => catalogues.policyReference('suspend')),
  quick('figures', catalogues.figureTable),
  quick('data dictionary', dictionarySections),
  quick('import formats', catalogues.importTable),
  quick('calls of the management API', () => catalogues.routeTable('/api/v2')),
  quick('calls that are not served', catalogues.unservedTable),
  quick('control routes', () => catalogues.routeTable('/_neap')),
  quick('findings', catalogues.findingSections),
  quick('inputs of the action', catalogues.actionTable),
  quick('layers', catalogues.layerTable),
  quick('rules of the platform', ruleTables),
  quick('invariants', catalogues.invariantTable),
  quick('clients of Postgres', compat.postgresClientTable),
  quick('vendors', vendorPages),
  { name: 'validation against PostgreSQL', long: true, possible: true, content: postgresTable },
  { name: 'replayed days', long: true, possible: true, content: replayTable },
  { name: 'clients', long: true, possible: true, content: compat.clientTable },
  { name: 'commands of neonctl', long: true, possible: true, content: compat.neonctlTable },
  { name: 'worked example', long: true, possible: true, content: () => workedExample().screen },
  { name: 'validation', long: true, possible: true, content: validationTable },
  { name: 'hybrid validation', long: true, possible: TABLE_POSSIBLE, content: hybridTable },
  ...RUN_SCREENS.map((screen) => ({
    name: screen.name,
    long: screen.long,
    possible: true,
    content: () => commandScreen(screen),
  })),
  ...COMMAND_TABLES.map((table) => ({
    name: table.name,
    long: table.long,
    possible: true,
    content: () => commandAndTable(table),
  })),
];

/** The name of the part with the keys of a section of scenario files. */
export function keysPart(section: string): string {
  return section === '' ? 'keys' : `keys of ${section}`;
}

function quick(name: string, content: () => string): Generator {
  return { name, long: false, possible: true, content };
}
