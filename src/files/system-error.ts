/** Whether the operating system refused something: a file, a socket, a process. Its `code` says why. */
export function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}
