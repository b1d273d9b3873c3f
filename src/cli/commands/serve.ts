import type { ServeOptions } from '../serve/serve.js';

export { serveCommand as declare } from '../serve/serve.js';

/** Loads the emulator, which alone decides how fast it starts. */
export async function act(options: ServeOptions): Promise<number> {
  const { serveEmulator } = await import('../serve/serve-emulator.js');
  return serveEmulator(options);
}
