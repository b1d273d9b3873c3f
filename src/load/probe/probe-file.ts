import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { LoadRefused } from '../database/load-error.js';
import type { ProbedWake } from './wake-probe.js';

const HEADER = 'time,kind,latency_ms,cold_ms,warm_ms,outcome';

/**
 * The file of a probe, which `neap calibrate` reads. Each row is written immediately, so that an interruption loses
 * nothing. Rows are appended to an existing file.
 */
export class ProbeFile {
  readonly #path: string;
  /** Number of wakes in the file that were measured or given up. */
  measured = 0;

  /** @throws LoadRefused for a file of another format */
  constructor(path: string) {
    this.#path = path;
    if (!existsSync(path)) return;
    const text = readFileSync(path, 'utf8');
    if (text === '') return;
    const lines = text.split('\n');
    if (lines[0] !== HEADER || lines.at(-1) !== '') {
      throw new LoadRefused(`${path} is not a probe's file; name another with --csv, or move it away`);
    }
    this.measured = lines.filter((line) => /,(?:done|gave_up)$/.test(line)).length;
  }

  append({ at_ms, latency_ms, cold_ms, warm_ms, outcome }: ProbedWake): void {
    const number = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(3));
    const row = [
      new Date(at_ms).toISOString(),
      'wake',
      number(latency_ms),
      number(cold_ms),
      number(warm_ms),
      outcome,
    ].join(',');
    const begun = existsSync(this.#path) && readFileSync(this.#path, 'utf8') !== '';
    appendFileSync(this.#path, begun ? `${row}\n` : `${HEADER}\n${row}\n`);
    if (outcome === 'done' || outcome === 'gave_up') this.measured += 1;
  }
}
