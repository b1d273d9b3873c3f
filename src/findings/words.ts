import { toCents } from '../vendors/cents.js';

/** Amounts in findings: durations in one unit, numbers with three digits. */
export function seconds(value: number): string {
  if (value >= 172_800) return `${digits(value / 86_400)} d`;
  if (value >= 7200) return `${digits(value / 3600)} h`;
  if (value >= 600 || (value >= 120 && value % 60 === 0)) return `${digits(value / 60)} min`;
  return `${digits(value)} s`;
}

/** Three digits, with commas between thousands. */
export function digits(value: number): string {
  const text = String(Number(value.toPrecision(3)));
  return value < 1000 ? text : text.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Bytes in decimal units. */
export function bytes(value: number): string {
  if (value >= 1e9) return `${digits(value / 1e9)} GB`;
  return value >= 1e6 ? `${digits(value / 1e6)} MB` : `${digits(value)} bytes`;
}

/** A share with three digits, or `less than 0.001 %`. */
export function percent(share: number): string {
  return share > 0 && share < 1e-5 ? 'less than 0.001 %' : `${digits(100 * share)} %`;
}

/** The value of CU-hours; the CU-hours themselves if compute is free. */
export function worth(cu_hours: number, usd: number): string {
  return usd > 0 ? `$${toCents(usd)}` : `${digits(cu_hours)} CU-hours`;
}
