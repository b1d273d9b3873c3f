import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { neap } from './built-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'neap-completion-'));
mkdirSync(join(folder, 'sub'));
writeFileSync(join(folder, 'my app.yaml'), '');
writeFileSync(join(folder, 'other.yaml'), '');
for (const shell of ['bash', 'zsh', 'fish']) {
  writeFileSync(join(folder, shell), neap(['completion', shell]).stdout);
}
afterAll(() => rmSync(folder, { recursive: true }));

function said(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, HOME: folder, TERM: 'xterm' },
  });
  expect({ error, status, stderr }).toEqual({ error: undefined, status: 0, stderr: '' });
  return stdout;
}

/** What is typed, and what is offered for its last word; words as bash splits them. */
const OFFERED: readonly (readonly [readonly string[], readonly string[]])[] = [
  [['ru'], ['run']],
  [
    ['run', '--fidelity', ''],
    ['exact', 'hybrid', 'auto'],
  ],
  [['run', 'my'], ['my app.yaml']],
  [['run', '--out', 's'], ['sub']],
  [
    ['serve', '--rules', ''],
    ['seed', 'platform'],
  ],
  [['import', 'postgres-l'], ['postgres-log']],
  [['plan', '--minim'], ['--minimise']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['run', '--seed', ''], []],
];

describe('bash', () => {
  const typed = (words: readonly string[]) => {
    const quoted = ['neap', ...words].map((word) => `'${word}'`).join(' ');
    const script = `source ./bash; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _neap; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return said('bash', ['--norc', '-uc', script]).split('\n').filter(Boolean);
  };

  it.each(OFFERED)('%j: %j', (words, offered) => {
    expect(typed(words)).toEqual(offered);
  });

  it('completes a value behind "=", an option behind one whose value may be left out, and every command', () => {
    expect(typed(['validate', '--format', '=', 's'])).toEqual(['sarif']);
    expect(typed(['serve', '--postgres', '--str'])).toEqual(['--strict']);
    expect(typed([''])).toEqual([...COMMANDS.map(({ name }) => name), 'help']);
  });
});

describe('fish', () => {
  it.each(OFFERED)('%j: %j', (words, offered) => {
    const line = ['neap', ...words].join(' ');
    const answers = said('fish', ['--no-config', '-c', `source ./fish; complete -C '${line}'`]);
    const found = answers.split('\n').map((answer) => answer.split('\t')[0]!.replace(/\/$/, ''));
    expect(found.filter(Boolean).sort()).toEqual([...offered].sort());
  });
});

describe('zsh', () => {
  it('completes what is typed on a terminal', () => {
    const lines = [
      ['neap ru\t', 'run'],
      ['neap run --fidelity hy\t', 'run --fidelity hybrid'],
      ['neap run oth\t', 'run other.yaml'],
      ['neap run --out s\t', 'run --out sub'],
      ['neap import postgres-l\t', 'import postgres-log'],
      ['neap plan --minim\t', 'plan --minimise'],
      ['neap serve --rules pl\t', 'serve --rules platform'],
    ] as const;
    const typing = lines.map(([line]) => `zpty -w z $'${line.replace('\t', '\\t')}'; sleep 0.3`).join('\n');
    const script = `
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'autoload -U compinit; compinit -D; neap() { print -r "called:$*:" >> called }; source ./zsh; print ready'
while zpty -r z line && [[ $line != *ready* || $line == *print* ]]; do :; done
${typing}
zpty -w z 'exit'
while zpty -r z line; do :; done
`;
    said('zsh', ['-f', '-c', script]);
    const called = said('cat', ['called']).trim().split('\n');
    expect(called).toEqual(lines.map(([, words]) => `called:${words}:`));
  });
});
