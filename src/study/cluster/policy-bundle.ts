import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { serialize } from 'node:v8';
import { refusal } from '../../scenario/document/diagnostic.js';
import { contentHash } from './content-store.js';

/** Placeholder for the folder of a bundle, which differs between machines. */
const FOLDER = 'neap-bundle:';

/** A module of a policy, with what it imports, as it travels. */
export interface PolicyBundle {
  readonly hash: string;
  readonly content: Uint8Array;
  /** Folder here that all of its files are in. */
  readonly folder: string;
  /** The module as a scenario names it on the way. */
  readonly name: string;
}

export interface BundleFiles {
  /** By path within the bundle, with `/`. */
  readonly files: readonly (readonly [path: string, text: string])[];
  /** `type` of the package that the module is of. */
  readonly type: string | undefined;
}

/** Specifiers of imports, including anything that looks like one. */
const IMPORTS = /(?:\bfrom\s*|\bimport\s*(?:\(\s*)?|\brequire\s*\(\s*)(?:"([^"\n]+)"|'([^'\n]+)')/g;

/**
 * Collects a user's module and the files that it imports.
 * @param module absolute path
 * @throws ScenarioError for one that imports a package: packages are not sent
 */
export async function policyBundle(module: string): Promise<PolicyBundle> {
  const texts = new Map<string, string>();
  await collect(module, texts, module);
  const folder = commonFolder([...texts.keys()]);
  const within = (file: string): string => relative(folder, file).split(sep).join('/');
  const files = [...texts].map(([file, text]) => [within(file), text] as const);
  files.sort(([a], [b]) => (a < b ? -1 : 1));
  const content = serialize({ files, type: await packageType(dirname(module)) } satisfies BundleFiles);
  const hash = contentHash(content);
  return { hash, content, folder, name: `${placeOf(hash)}/${within(module)}` };
}

/** Placeholder for the folder of a bundle in transit. */
export function placeOf(hash: string): string {
  return FOLDER + hash;
}

/** Hash of the bundle that a module of a scenario on its way is in. */
export function bundleOf(module: string): string {
  return module.slice(FOLDER.length).split('/')[0]!;
}

async function collect(file: string, texts: Map<string, string>, module: string): Promise<void> {
  if (texts.has(file)) return;
  const text = await readIfThere(file);
  if (text === undefined) return;
  texts.set(file, text);
  for (const [, double, single] of text.matchAll(IMPORTS)) {
    const imported = double ?? single ?? '';
    if (imported.startsWith('.')) await collect(resolve(dirname(file), imported), texts, module);
    else if (!isBuiltin(imported) && !/^neap(\/|$)/.test(imported)) {
      throw refusal(
        module,
        `imports "${imported}": on a cluster a policy may import neighbouring files, Node's modules and neap, since packages are not sent; bundle it into one file, or leave --cluster out`,
      );
    }
  }
}

/** `undefined` if it does not exist or is not a file: what looked like an import may not be one. */
async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined;
    throw error;
  });
}

function commonFolder(files: readonly string[]): string {
  let folder = dirname(files[0]!);
  while (!files.every((file) => file.startsWith(folder.endsWith(sep) ? folder : folder + sep)))
    folder = dirname(folder);
  return folder;
}

async function packageType(directory: string): Promise<string | undefined> {
  for (let folder = directory; ; folder = dirname(folder)) {
    const text = await readIfThere(join(folder, 'package.json'));
    if (text !== undefined) {
      const { type } = JSON.parse(text) as { readonly type?: unknown };
      return typeof type === 'string' ? type : undefined;
    }
    if (folder === dirname(folder)) return undefined;
  }
}
