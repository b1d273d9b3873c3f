import { readFileSync } from 'node:fs';

export interface Instruction {
  readonly name: string;
  /** The rest after the name, its lines joined. */
  readonly text: string;
}

/** What is built from one base image. */
export interface Stage {
  readonly base: string;
  /** By which others refer to it. */
  readonly as: string | undefined;
  readonly instructions: readonly Instruction[];
}

/** The stages of a Dockerfile, in their order. */
export function stagesOf(file: string): readonly Stage[] {
  const lines = readFileSync(file, 'utf8')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: { base: string; as: string | undefined; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, name = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') {
      const [base = '', , as] = text.split(/\s+/);
      stages.push({ base, as, instructions: [] });
    } else stages.at(-1)!.instructions.push({ name, text });
  }
  return stages;
}

export function textsOf({ instructions }: Stage, name: string): readonly string[] {
  return instructions.filter((each) => each.name === name).map(({ text }) => text);
}

/** Whether a builder is given a file, by the patterns of `.dockerignore`; the last one that fits decides. */
export function isGiven(path: string, patterns: readonly string[]): boolean {
  let given = true;
  for (const pattern of patterns) {
    const [is, own] = pattern.startsWith('!') ? [true, pattern.slice(1)] : [false, pattern];
    if (own === '*' || path === own || path.startsWith(`${own}/`)) given = is;
  }
  return given;
}
