/** Bytes that an address of a socket may have, with the name of the socket, on Linux and macOS alike. */
export const MAX_ADDRESS_BYTES = 103;
