import { cpus } from 'node:os';

/** What one needs to know to read absolute rates. */
export interface Machine {
  readonly node: string;
  readonly v8: string;
  readonly cpu: string;
  readonly cores: number;
  readonly platform: string;
}

/** The machine and the runtime at hand. */
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
