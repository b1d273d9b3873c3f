import { expect, it } from 'vitest';
import { guessKind } from '../../../src/workload/trace/inspect/guess-kind.js';
import { traceFolder } from './trace-files.js';

const write = traceFolder();

const guesses: readonly (readonly [string, string, string])[] = [
  ['one column of offsets', 'offset\n0\n1\n', 'arrivals'],
  ['one column of timestamps', '2026-01-05T00:00:00Z\n2026-01-05T00:00:01Z\n', 'arrivals'],
  [
    'a time and words',
    'time,statement\n2026-01-05T00:00:00Z,select\n2026-01-05T00:00:01Z,insert\n',
    'arrivals',
  ],
  ['CPU within 0 to 100', 'time,cpu\n0,12\n60,99.5\n', 'level'],
  ['per cent signs', 'time,mem,cpu_percent\n0,5,12%\n60,5,99%\n', 'level'],
  ['CPU beyond 100', 'time,cpu_ms\n0,12\n60,1200\n', 'counts'],
  ['a processor, by its name on Windows', 'time,% Processor Time\n0,12.5\n60,99.5\n', 'level'],
  ['time of a CPU in per cent', 'time,CPU time %\n0,12.5\n60,99.5\n', 'level'],
  ['requests beside CPU', 'time,requests,cpu\n0,12,1\n60,15,2\n', 'counts'],
  ['a count with a hole in it', 'time,requests\n0,12\n60,NA\n', 'counts'],
  ['anything else', 'time,x\n0,12\n60,15\n', 'counts'],
];

it.each(guesses)('%s', async (_, content, kind) => {
  expect((await guessKind({ file: write(content), time: undefined, value: undefined })).kind).toBe(kind);
});

it('looks at the value that was asked for', async () => {
  const file = write('time,requests,cpu\n0,12,1\n60,15,2\n');
  expect((await guessKind({ file, time: undefined, value: 'CPU' })).kind).toBe('level');
  expect((await guessKind({ file, time: undefined, value: '3' })).kind).toBe('level');
});

it('believes a column before its file', async () => {
  const named = (content: string) => write(content, 'cpu-service.csv');
  const kindOf = async (content: string) =>
    (await guessKind({ file: named(content), time: undefined, value: undefined })).kind;
  expect(await kindOf('time,rps\n0,12\n60,15\n')).toBe('counts');
  expect(await kindOf('time,x\n0,12\n60,15\n')).toBe('level');
});

it('takes no count for a word beside the time', async () => {
  for (const cells of [
    ['12/5min', '15/5min'],
    ['00:00:12', '00:00:15'],
  ]) {
    const file = write(`time,requests\n0,${cells[0]}\n60,${cells[1]}\n`);
    const guess = guessKind({ file, time: undefined, value: undefined });
    await expect(guess).rejects.toThrow(`column "requests" holds "${cells[0]}", which is no count`);
  }
});
