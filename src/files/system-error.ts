/** Whether an error comes from a system call on a file, a socket or a process; its `code` is the reason. */
export function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}
