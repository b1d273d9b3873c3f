import { readdirSync } from 'node:fs';
import { ROOT } from '../../build/docs/project-folder.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';

type Method = (this: unknown, ...args: unknown[]) => unknown;

const FOLDER = 'src/simulation/';

/** The modules of `src/simulation/`, by their paths from the project's folder; built ones if the suite tests those. */
const MODULES = new Map<string, Readonly<Record<string, unknown>>>();
const isBuilt = process.env['NEAP_BUILT'] !== undefined;
for (const name of readdirSync(`${ROOT}${FOLDER}`, { recursive: true, encoding: 'utf8' })) {
  const path = isBuilt ? `dist/simulation/${name.replace(/\.ts$/, '.js')}` : FOLDER + name;
  if (name.endsWith('.ts')) MODULES.set(FOLDER + name, await import(ROOT + path));
}

/** A method of a class in `src/simulation/` that has been called. */
export interface Call {
  /** From the project's folder. */
  readonly file: string;
  /** `Class.method`. */
  readonly method: string;
  /** Whether it takes a row of the query table. */
  readonly takesQuery: boolean;
}

/** Runs a scenario, and lists the methods of `src/simulation/` in the order of their first calls, from the call of one on. */
export async function callsFrom(first: string, scenario: object): Promise<readonly Call[]> {
  const calls = new Map<string, Call>();
  const restore = [...MODULES].flatMap(([path, module]) =>
    Object.values(module).flatMap((exported) =>
      watch(path, exported, (call) => {
        if (call.method === first && !calls.has(first)) calls.clear();
        if (!calls.has(call.method)) calls.set(call.method, call);
      }),
    ),
  );
  try {
    simulate(await parseScenario(JSON.stringify(scenario)));
  } finally {
    for (const undo of restore) undo();
  }
  return [...calls.values()];
}

/** Notes the calls of a class's methods. @returns what ends that */
function watch(file: string, exported: unknown, note: (call: Call) => void): readonly (() => void)[] {
  if (typeof exported !== 'function' || typeof exported.prototype !== 'object') return [];
  const { name, prototype } = exported;
  return Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([key, descriptor]) => {
    if (key === 'constructor' || typeof descriptor.value !== 'function') return [];
    const original = descriptor.value as Method;
    const method = `${name}.${key}`;
    const takesQuery = /^\w+\([^)]*\b(query|row)\b/.test(String(original));
    const watched: Method = function (...args) {
      note({ file, method, takesQuery });
      return original.apply(this, args);
    };
    Object.defineProperty(prototype, key, { ...descriptor, value: watched });
    return [() => Object.defineProperty(prototype, key, descriptor)];
  });
}
