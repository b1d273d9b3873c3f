/** Maximum length in bytes of a Unix socket's path, including its file name, on both Linux and macOS. */
export const MAX_ADDRESS_BYTES = 103;
