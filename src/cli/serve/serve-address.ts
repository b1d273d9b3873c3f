import type { serveCommand } from './serve.js';

/**
 * Ends the command with what is wrong with an address, where that is what an error is about.
 * @param wanted where something was to listen, and the option that says so
 */
export function explainAddress(
  error: unknown,
  { host, port, option }: Readonly<{ host: string; port: number; option: string }>,
  command: ReturnType<typeof serveCommand>,
): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    command.error(
      `error: port ${port} is taken; choose another with ${option}, or ${option} 0 for any free one`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EACCES') {
    command.error(
      `error: cannot listen on ${host}, port ${port} (${code}); choose another --host or ${option}`,
    );
  }
}
