import { GIB } from '../../../kernel/units.js';

const TIME_UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
] as const;

/** A number in a reason: at most two decimals, without trailing zeros. */
export function reasonFigure(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function reasonPercentage(share: number): string {
  return `${reasonFigure(share * 100)} %`;
}

/** An amount of memory in a reason, in GiB. */
export function gibibytes(bytes: number): string {
  return `${reasonFigure(bytes / GIB)} GiB`;
}

/** A duration in a reason: `45 s`, `12.5 min`, `4 h`. */
export function durationWords(seconds: number): string {
  const unit = TIME_UNITS.find((candidate) => seconds >= 2 * candidate.seconds);
  return `${reasonFigure(seconds / (unit?.seconds ?? 1))} ${unit?.name ?? 's'}`;
}
