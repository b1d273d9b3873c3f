// Joins the chunks that a command needs into few files. A bundler makes a chunk for every set of commands that share
// code. A run of five queries would read a hundred and forty of them, which Node resolves, reads and links one by one.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { build } from 'esbuild';

/** The bundler's form of a chunk. */
export const CHUNK_FORM = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Reading code takes most of the time of a short run.
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * @param folder of the chunks
 * @param metafile the bundler's metadata
 * @param start the entry whose chunks are left unchanged, since every command reads them
 * @param wanted modules of the command whose chunks are joined
 * @param banner at the beginning of each chunk, kept once per file
 * @param others modules that read some of these chunks but must not read the rest: each gets separate files
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
  if (name === undefined) throw new Error(`${module} is not the entry of a chunk`);
  return name;
}

/** The chunks that some chunks import, directly or indirectly. */
function closure(chunks, names) {
  const found = new Set(names);
  for (const name of found) {
    for (const { path, kind, external } of chunks.get(name).imports)
      if (kind === 'import-statement' && external !== true) found.add(basename(path));
  }
  return found;
}

/** Joins several chunks into one text and renames each export. */
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

/** Redirects the imports of joined chunks in a text to the files that contain them now. */
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
