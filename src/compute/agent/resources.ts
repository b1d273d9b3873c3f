/** An amount of CPU and memory: what a compute uses, may use, or asks for. */
export interface Resources {
  /** Thousandths of a vCPU. */
  readonly milli_cpu: number;
  readonly memory_bytes: number;
}

export function multiply(unit: Resources, count: number): Resources {
  return { milli_cpu: unit.milli_cpu * count, memory_bytes: unit.memory_bytes * count };
}

/** The maximum of each field. Returns an argument itself if it has both. */
export function greatest(a: Resources, b: Resources): Resources {
  if (a.milli_cpu >= b.milli_cpu && a.memory_bytes >= b.memory_bytes) return a;
  return {
    milli_cpu: Math.max(a.milli_cpu, b.milli_cpu),
    memory_bytes: Math.max(a.memory_bytes, b.memory_bytes),
  };
}

/** The minimum of each field. Returns an argument itself if it has both. */
export function smallerOf(a: Resources, b: Resources): Resources {
  if (a.milli_cpu <= b.milli_cpu && a.memory_bytes <= b.memory_bytes) return a;
  return {
    milli_cpu: Math.min(a.milli_cpu, b.milli_cpu),
    memory_bytes: Math.min(a.memory_bytes, b.memory_bytes),
  };
}

/** `a` − `b`, each field at least 0. */
export function less(a: Resources, b: Resources): Resources {
  return {
    milli_cpu: Math.max(0, a.milli_cpu - b.milli_cpu),
    memory_bytes: Math.max(0, a.memory_bytes - b.memory_bytes),
  };
}

/** Whether both fields agree. */
export function equal(a: Resources, b: Resources): boolean {
  return a.milli_cpu === b.milli_cpu && a.memory_bytes === b.memory_bytes;
}

/** Whether any field of `a` is above that of `b`; not the opposite of {@link exceeds} with swapped arguments. */
export function exceeds(a: Resources, b: Resources): boolean {
  return a.milli_cpu > b.milli_cpu || a.memory_bytes > b.memory_bytes;
}

/** The smallest number of units with a field above that of `resources`. */
export function unitsAbove(resources: Resources, unit: Resources): number {
  return 1 + Math.max(wholeUnits(resources, unit, 'milli_cpu'), wholeUnits(resources, unit, 'memory_bytes'));
}

/** Number of whole units of one field in `resources`. */
export function wholeUnits(resources: Resources, unit: Resources, field: keyof Resources): number {
  return Math.floor(resources[field] / unit[field]);
}

/** Number of units of a size; sizes are multiples of a quarter of a CU. */
export function unitsOf(cu: number, unit: Resources): number {
  return (cu * 1000) / unit.milli_cpu;
}
