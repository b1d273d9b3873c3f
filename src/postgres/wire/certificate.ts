import { createHash, X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { DAY_MS } from '../../kernel/units.js';
import { type SignedPair, selfSigned } from './self-signed.js';

/** The proxy's certificate for clients that use TLS. */
export interface TlsIdentity {
  readonly context: SecureContext;
  /** The root certificate for clients that verify the server: `sslrootcert`, `NODE_EXTRA_CA_CERTS`. */
  readonly certificate_pem: string;
  /** The channel binding data: RFC 5929, `tls-server-end-point`. */
  readonly certificate_hash: Buffer;
}

const VALID_DAYS = 3650;
/** A certificate is replaced if it is valid for less than this. */
const MIN_DAYS_LEFT = 30;

/** Subject alternative names: this machine, and hosts such as `ep-… .localhost`. */
const HOSTS = ['localhost', '*.localhost', '127.0.0.1', '::1'];

/**
 * Reads or creates the proxy's self-signed certificate.
 * @param folder stores certificate and key (mode 0600), so that clients can trust them across starts; by default they
 *   are in memory only
 * @param hosts additional names and addresses; a stored certificate without one of the names is replaced
 * @throws the system's error if the folder cannot be read or written
 */
export function tlsIdentity(folder?: string, hosts: readonly string[] = []): TlsIdentity {
  const kept = folder === undefined ? undefined : readPair(folder);
  if (kept !== undefined && isUsable(kept.certificate, hosts)) return identity(kept);
  const now_ms = WALL_CLOCK.epochMs();
  // Valid from yesterday, for clients whose clock is behind.
  const made = selfSigned([...HOSTS, ...hosts], now_ms - DAY_MS, now_ms + VALID_DAYS * DAY_MS);
  if (folder !== undefined) writePair(folder, made);
  return identity(made);
}

function identity({ certificate, key }: SignedPair): TlsIdentity {
  return {
    context: createSecureContext({ cert: certificate, key, minVersion: 'TLSv1.2' }),
    certificate_pem: certificate,
    // RFC 5929 takes the hash function of the signature algorithm, here ECDSA with SHA-256.
    certificate_hash: createHash('sha256').update(new X509Certificate(certificate).raw).digest(),
  };
}

function isUsable(text: string, hosts: readonly string[]): boolean {
  try {
    const certificate = new X509Certificate(text);
    const names = certificate.subjectAltName?.split(', ') ?? [];
    if (hosts.some((host) => isIP(host) === 0 && !names.includes(`DNS:${host}`))) return false;
    return Date.parse(certificate.validTo) > WALL_CLOCK.epochMs() + MIN_DAYS_LEFT * DAY_MS;
  } catch {
    return false;
  }
}

function pathsIn(folder: string) {
  return { certificate: join(folder, 'proxy-certificate.pem'), key: join(folder, 'proxy-key.pem') };
}

function readPair(folder: string): SignedPair | undefined {
  const paths = pathsIn(folder);
  if (!existsSync(paths.certificate) || !existsSync(paths.key)) return undefined;
  return { certificate: readFileSync(paths.certificate, 'utf8'), key: readFileSync(paths.key, 'utf8') };
}

function writePair(folder: string, pair: SignedPair): void {
  const paths = pathsIn(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const part of ['key', 'certificate'] as const) {
    writeFileSync(paths[part], pair[part], { mode: 0o600 });
    // The mode option applies to new files only.
    chmodSync(paths[part], 0o600);
  }
}
