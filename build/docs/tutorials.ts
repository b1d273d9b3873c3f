import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT_CLI } from '../../test/cli/built-cli.js';
import { DOCUMENTS, documentText } from './documents.js';
import { ROOT } from './project-folder.js';

/**
 * The README and the tutorials. Their `console` blocks contain commands (`$ …`) and their output, in full or the first
 * lines (`console first=12`). A comment `<!-- file: NAME -->` before another block writes it to a file in the page's
 * folder.
 */
export const TUTORIALS = DOCUMENTS.filter(
  (path) => path === 'README.md' || path.startsWith('docs/tutorials/'),
);

const FILE = /<!-- file: (.+?) -->\n```\w+\n([\s\S]*?)```/g;
const CONSOLE = /```console(?: first=(\d+))?\n([\s\S]*?)```/g;

/** The page with the current output of its commands, run in order in a fresh folder. @throws Error if one fails */
export function playTutorial(path: string): string {
  const text = documentText(path);
  const folder = mkdtempSync(join(tmpdir(), 'neap-tutorial-'));
  try {
    const bin = join(folder, 'node_modules', '.bin');
    mkdirSync(bin, { recursive: true });
    symlinkSync(ROOT, join(folder, 'node_modules', 'neap'));
    writeFileSync(join(bin, 'neap'), `#!/bin/sh\nexec '${process.execPath}' '${BUILT_CLI}' "$@"\n`);
    chmodSync(join(bin, 'neap'), 0o755);
    const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}`, COLUMNS: '80', NO_COLOR: '1' };
    for (const [, name, content] of text.matchAll(FILE)) writeFileSync(join(folder, name!), content!);
    return text.replaceAll(CONSOLE, (_block, first: string | undefined, content: string) => {
      const printed = commandsOf(content).map((command) => {
        const script = `exec 2>&1; ${command}`;
        const { stdout, status } = spawnSync('bash', ['-c', script], { cwd: folder, env, encoding: 'utf8' });
        if (status !== 0 && status !== 1)
          throw new Error(`${path}: ${command} ended with ${status}: ${stdout}`);
        return `$ ${command}\n${shown(stdout, first)}`;
      });
      return `\`\`\`console${first === undefined ? '' : ` first=${first}`}\n${printed.join('')}\`\`\``;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Commands, each including its backslash continuation lines. */
function commandsOf(content: string): readonly string[] {
  return [...content.matchAll(/^\$ ((?:.*\\\n)*.*)$/gm)].map(([, command]) => command!);
}

/** Progress lines appear only on slow machines. */
function shown(output: string, first: string | undefined): string {
  const lines = output
    .replaceAll(/^progress: .*\n/gm, '')
    .trimEnd()
    .split('\n');
  const most = Number(first ?? lines.length);
  return [...lines.slice(0, most), ...(lines.length > most ? ['…'] : []), ''].join('\n').replace(/^\n$/, '');
}
