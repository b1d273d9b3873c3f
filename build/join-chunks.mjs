// Joins the chunks that a command needs into few files. A bundler makes a chunk for every set of commands that share code, and
// a run of five queries would read a hundred and forty of them, each of which Node resolves, reads and links by itself.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { build } from 'esbuild';

/** How the bundler writes every chunk. */
export const CHUNK_FORM = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Most of a short run is reading code.
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * @param folder of the chunks
 * @param metafile what the bundler says of them
 * @param start the entry whose chunks are left as they are, since every command reads them
 * @param wanted modules of the command whose chunks are joined
 * @param banner that each chunk begins with, and each part once
 * @param others modules that read some of these chunks and are not to read the rest: each has its own files
 */
export async function joinChunks({ folder, metafile, banner, start, wanted, others }) {
  const chunks = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const entries = new Map(
    [...chunks].flatMap(([name, { entryPoint }]) => (entryPoint ? [[entryPoint, name]] : [])),
  );
  const reached = (modules) =>
    closure(
      chunks,
      modules.map((module) => nameOf(entries, module)),
    );
  const atStart = reached([start]);
  const ofOthers = others.map((module) => reached([module]));
  const groups = new Map();
  for (const name of reached(wanted)) {
    if (atStart.has(name)) continue;
    const group = `part-${ofOthers.map((own) => Number(own.has(name))).join('')}.js`;
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  const places = new Map();
  for (const [group, names] of groups)
    for (const [index, name] of names.entries()) places.set(name, { group, prefix: `c${index}_` });
  const joined = new Map();
  for (const [group, names] of groups)
    joined.set(group, await joinedText(names, { folder, chunks, places, banner }));
  for (const name of chunks.keys()) {
    const place = places.get(name);
    if (place === undefined) rewrite(`${folder}/${name}`, readFileSync(`${folder}/${name}`, 'utf8'), places);
    else if (chunks.get(name).entryPoint === undefined) rmSync(`${folder}/${name}`);
    else {
      const names = chunks.get(name).exports.map((own) => `${place.prefix}${own} as ${own}`);
      writeFileSync(`${folder}/${name}`, `export{${names.join(',')}}from"./${place.group}";\n`);
    }
  }
  for (const [group, text] of joined) rewrite(`${folder}/${group}`, text, places);
}

function nameOf(entries, module) {
  const name = entries.get(module);
  if (name === undefined) throw new Error(`${module} is the beginning of no chunk`);
  return name;
}

/** The chunks that some of them read, directly or not, before they can run. */
function closure(chunks, names) {
  const found = new Set(names);
  for (const name of found) {
    for (const { path, kind, external } of chunks.get(name).imports)
      if (kind === 'import-statement' && external !== true) found.add(basename(path));
  }
  return found;
}

/** Several chunks as one text, each export under a name of its own. */
async function joinedText(names, { folder, chunks, places, banner }) {
  const own = new Set(names.map((name) => resolve(folder, name)));
  const contents = names
    .map((name) => {
      const { prefix } = places.get(name);
      const exported = chunks.get(name).exports.map((each) => `${each} as ${prefix}${each}`);
      return `export { ${exported.join(', ')} } from './${name}';`;
    })
    .join('\n');
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    ...CHUNK_FORM,
    write: false,
    banner: { js: banner },
    plugins: [
      {
        name: 'own-chunks',
        setup({ onResolve, onLoad }) {
          onLoad({ filter: /\.js$/ }, ({ path }) => ({
            contents: readFileSync(path, 'utf8').replace(banner, ''),
          }));
          onResolve({ filter: /.*/ }, ({ path, resolveDir, kind }) => {
            const isPart = kind !== 'dynamic-import' && own.has(resolve(resolveDir, path));
            return isPart ? undefined : { path, external: true };
          });
        },
      },
    ],
  });
  return outputFiles[0].text;
}

/** Writes a text whose imports of joined chunks are of the files that these are in now. */
function rewrite(file, text, places) {
  const rewritten = text
    .replaceAll(/\b(import|export)\{([^{}]*)\}from"\.\/([^"/]+)"/g, (whole, verb, list, name) => {
      const place = places.get(name);
      if (place === undefined) return whole;
      const names = list.split(',').map((each) => {
        const [outer, , inner = outer] = each.trim().split(' ');
        return `${place.prefix}${outer} as ${inner}`;
      });
      return `${verb}{${list === '' ? '' : names.join(',')}}from"./${place.group}"`;
    })
    .replaceAll(/\bimport"\.\/([^"/]+)"/g, (whole, name) => {
      const place = places.get(name);
      return place === undefined ? whole : `import"./${place.group}"`;
    });
  for (const name of places.keys()) {
    const isLeft = new RegExp(`(?:from|import)\\s*"\\./${name.replaceAll('.', '\\.')}"`).test(rewritten);
    if (isLeft) throw new Error(`${file} still reads ${name}, which is part of another file`);
  }
  writeFileSync(file, rewritten);
}
