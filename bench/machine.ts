import { cpus } from 'node:os';

/** The machine and runtime that absolute rates depend on. */
export interface Machine {
  readonly node: string;
  readonly v8: string;
  readonly cpu: string;
  readonly cores: number;
  readonly platform: string;
}

/** The current machine and runtime. */
export function thisMachine(): Machine {
  const processors = cpus();
  return {
    node: process.versions.node,
    v8: process.versions.v8,
    cpu: processors[0]?.model.trim() ?? 'unknown processor',
    cores: processors.length,
    platform: `${process.platform} ${process.arch}`,
  };
}
