const GIB = 1_073_741_824;

/** A number in a reason: at most two decimals, without trailing zeros. */
export function figure(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** A share in a reason, as a percentage. */
export function percentage(share: number): string {
  return `${figure(share * 100)} %`;
}

/** An amount of memory in a reason, in GiB. */
export function gibibytes(bytes: number): string {
  return `${figure(bytes / GIB)} GiB`;
}
