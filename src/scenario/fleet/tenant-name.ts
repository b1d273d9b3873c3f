/** Digits of a tenant's number; larger numbers have more. */
const DIGITS = 4;

/**
 * What a tenant's compute is called, such as `tenant-0001`.
 * @param number from 1
 */
export function tenantName(fleet: string, number: number): string {
  return `${fleet}-${String(number).padStart(DIGITS, '0')}`;
}
