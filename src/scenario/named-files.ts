import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { accessProblem, type FileAccess } from '../files/file-access.js';
import { noteInput } from '../files/input-files.js';
import { keepLatest } from '../kernel/get-or-create.js';
import { vendors } from '../vendors/vendor-file.js';
import { TraceError } from '../workload/trace/reading/trace-error.js';
import type { PlayedTrace, TraceSelection } from '../workload/trace/trace.js';
import { type Outside, PolicyModuleError } from './document/outside.js';
import { importPolicyModule } from './policy/policy-module.js';

/**
 * The files that a scenario names.
 * @param directory base of relative paths
 * @param access the files that may be read; `undefined` for all of them
 */
export function namedFiles(directory: string, access: FileAccess | undefined): Outside {
  const pathOf = (file: string): string => (isAbsolute(file) ? file : join(directory, file));
  const allowed = async (file: string): Promise<string> => {
    const path = pathOf(file);
    const refused = access && (await accessProblem(path, access));
    if (refused !== undefined) throw new TraceError(file, refused);
    return path;
  };
  return {
    traces: async (selection) => keptTrace({ ...selection, file: await allowed(selection.file) }),
    async text(file) {
      const path = await allowed(file);
      noteInput(path);
      const { textChunks } = await import('../workload/trace/layout/text-chunks.js');
      const parts: string[] = [];
      for await (const chunk of textChunks(path)) parts.push(chunk);
      return parts.join('');
    },
    async policyModule(file) {
      const path = pathOf(file);
      const refused = access && (await moduleProblem(path, access));
      if (refused !== undefined) throw new PolicyModuleError(`${file}: ${refused}`);
      return { path, exported: await importPolicyModule(path) };
    },
    vendors,
    async unknownCall(name) {
      const { unknownCall } = await import('../api/contract.js');
      return unknownCall(name);
    },
  };
}

function moduleProblem(path: string, access: FileAccess): string | Promise<string | undefined> {
  if (!access.modules)
    return 'policy modules are not allowed, since their code would run; expected built-in policies';
  return accessProblem(path, access);
}

/** A scenario is often compiled again with other settings. */
const MAX_CACHED_TRACES = 4;
const readings = new Map<string, Promise<readonly PlayedTrace[]>>();

/** Reads the traces of a selection; a file is read again only if it has changed. @throws TraceError */
async function keptTrace(selection: TraceSelection): Promise<readonly PlayedTrace[]> {
  noteInput(selection.file);
  const state = await stat(selection.file).catch(() => undefined);
  if (state === undefined) return readAll(selection);
  const key = JSON.stringify([selection, state.mtimeMs, state.size]);
  const known = readings.get(key);
  const reading = known ?? readAll(selection);
  keepLatest(readings, key, reading, MAX_CACHED_TRACES);
  // A failed read is tried again the next time.
  reading.catch(() => readings.delete(key));
  return reading;
}

/** Loads the trace reader only if there is a trace. */
async function readAll(selection: TraceSelection): Promise<readonly PlayedTrace[]> {
  const [{ readTraces }, { textChunks }] = await Promise.all([
    import('../workload/trace/read-trace.js'),
    import('../workload/trace/layout/text-chunks.js'),
  ]);
  return readTraces(selection, textChunks(selection.file));
}
