/** A duration as a scenario writes it, from whole milliseconds. */
export function milliseconds(count: number): string {
  return `${count}ms`;
}

/** A duration as a scenario writes it, from seconds. */
export function seconds(count: number): string {
  return `${count}s`;
}
