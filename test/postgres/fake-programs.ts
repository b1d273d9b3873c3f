import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface FakeServer {
  readonly version?: string;
  /** Shell commands that run once it has printed where its data are. */
  readonly body: string;
}

/** Reports that it is ready, as a server does, and ends on a signal. */
export const READY = `
printf '%s\\n\\n\\n\\n\\n\\n\\nready   \\n' $$ > "$data/postmaster.pid"
trap 'rm "$data/postmaster.pid"; exit 0' INT
trap 'exit 2' QUIT
while :; do sleep 0.02; done`;

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'neap-fake-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder of fake PostgreSQL programs, which is removed after the test. */
export function fakePrograms({ version = '17.2', body }: FakeServer): string {
  const folder = folderOfTest();
  const program = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  chmodSync(folder, 0o755);
  program('initdb', 'exit 1');
  program(
    'postgres',
    `if [ "$1" = --version ]; then echo "postgres (PostgreSQL) ${version}"; exit 0; fi\ndata="$2"\n${body}`,
  );
  return folder;
}

/** An empty folder for data, in one for what belongs to it. */
export function dataFolder(): { readonly folder: string; readonly data: string } {
  const folder = folderOfTest();
  const data = join(folder, 'data');
  mkdirSync(data);
  return { folder, data };
}
