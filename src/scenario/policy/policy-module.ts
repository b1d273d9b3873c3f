import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { ANSWER_LIMIT_SECONDS, awaitForeign, ExitCalled, lineInModule } from '../../files/foreign-code.js';
import { limitForeignCode } from '../../files/foreign-code-watch.js';
import { noteInput } from '../../files/input-files.js';
import { PolicyModuleError } from '../document/outside.js';

/**
 * Imports a user-defined module, which runs its code.
 * @param file absolute path
 * @throws PolicyModuleError if the file is missing, is not a module, or throws
 */
export async function importPolicyModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  const problem = await fileProblem(file);
  if (problem !== undefined) throw new PolicyModuleError(`${file}: ${problem}`);
  noteInput(file);
  try {
    return await limitForeignCode(() =>
      awaitForeign(
        () => loaded(file),
        () => neverLoaded(file),
      ),
    );
  } catch (error) {
    if (error instanceof PolicyModuleError) throw error;
    throw new PolicyModuleError(`${file}${importProblem(error, file)}`);
  }
}

/** Imports a module, or fails if it never finishes: its code may loop, or wait for something that never happens. */
async function loaded(file: string): Promise<Readonly<Record<string, unknown>>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(neverLoaded(file)), 1000 * ANSWER_LIMIT_SECONDS);
  });
  try {
    return await Promise.race([import(pathToFileURL(file).href), late]);
  } finally {
    clearTimeout(timer);
  }
}

function neverLoaded(file: string): PolicyModuleError {
  return new PolicyModuleError(
    `${file}: the module did not finish loading within ${ANSWER_LIMIT_SECONDS} s; expected top-level code that ends`,
  );
}

async function fileProblem(file: string): Promise<string | undefined> {
  try {
    return (await stat(file)).isFile() ? undefined : 'this is not a file; expected a JavaScript module';
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'no such file; the path is relative to the scenario file';
    return `cannot be read: ${message}`;
  }
}

/** `:3: syntax: Unexpected token` and similar, without a stack. */
function importProblem(error: unknown, file: string): string {
  if (error instanceof ExitCalled)
    return `: the module ${error.message} when it is imported; expected it to export a policy`;
  if (!(error instanceof Error)) return `: the module throws ${String(error)} when it is imported`;
  const at = lineInModule(error, file);
  const line = at === undefined ? '' : `:${at}`;
  const [message = ''] = error.message.split('\n');
  const code = 'code' in error ? error.code : undefined;
  // Node does not expose the line of a syntax error.
  const advice = line === '' ? '; running the file with node shows where' : '';
  if (error instanceof SyntaxError) return `${line}: syntax: ${message}${advice}`;
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION') return ': expected a JavaScript module, .js or .mjs';
  if (code === 'ERR_MODULE_NOT_FOUND') return `: a module that it imports cannot be found: ${message}`;
  return `${line}: the module throws ${error.name} when it is imported: ${message}`;
}
