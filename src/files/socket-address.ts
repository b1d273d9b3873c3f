/** Maximum length in bytes of a Unix socket's path, with the name of the socket, on Linux and macOS alike. */
export const MAX_ADDRESS_BYTES = 103;
