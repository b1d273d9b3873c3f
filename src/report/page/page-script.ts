import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The compiled modules: beside this file once it is compiled itself, and in `dist` when it runs from its source. */
const PLACES = [
  new URL('./browser/', import.meta.url),
  new URL('../../../dist/report/page/browser/', import.meta.url),
];
const ENTRY = 'main.js';

/** The chart library as a plain script that defines `uPlot`. */
export function chartLibrary(): { readonly script: string; readonly style: string } {
  const require = createRequire(import.meta.url);
  const read = (name: string) => readFileSync(require.resolve(`uplot/dist/${name}`), 'utf8');
  return { script: read('uPlot.iife.min.js').trim(), style: read('uPlot.min.css').trim() };
}

/**
 * The page's own script as one text: the compiled modules, each in a function of its own that returns what it exports,
 * in such an order that a module stands behind those that it imports.
 */
export function pageScript(): string {
  const place = PLACES.find((each) => existsSync(new URL(ENTRY, each)));
  if (place === undefined)
    throw new Error('the page\'s script has not been compiled: run "npm run build" first');
  const modules: string[] = [];
  const names = new Map<string, string>();
  const add = (url: URL): string => {
    const known = names.get(url.href);
    if (known !== undefined) return known;
    const name = `module${names.size}`;
    names.set(url.href, name);
    const { body, exported } = unwrapped(readFileSync(url, 'utf8'), (specifier) =>
      add(new URL(specifier, url)),
    );
    modules.push(`const ${name} = (() => {\n${body}\nreturn { ${exported.join(', ')} };\n})();`);
    return name;
  };
  add(new URL(ENTRY, place));
  return `(() => {\n'use strict';\n${modules.join('\n')}\n})();`;
}

/** A module's text with imports turned into names of other modules' results, and without `export`. */
function unwrapped(
  text: string,
  moduleOf: (specifier: string) => string,
): { readonly body: string; readonly exported: readonly string[] } {
  const exported: string[] = [];
  const body = text
    .replaceAll(/^\/\/# sourceMappingURL=.*$/gm, '')
    .replaceAll(/^export \{\s*\};$/gm, '')
    .replaceAll(/^import \{([^}]*)\} from '([^']+)';$/gm, (_, imported: string, specifier: string) => {
      return `const {${imported.replaceAll(' as ', ': ')}} = ${moduleOf(specifier)};`;
    })
    .replaceAll(
      /^export ((?:async )?(?:function|class|const|let)\*? (\w+))/gm,
      (_, start: string, name: string) => {
        exported.push(name);
        return start;
      },
    );
  if (/^(import|export)\b/m.test(body))
    throw new Error('a form of import or export that the page cannot inline');
  return { body, exported };
}
