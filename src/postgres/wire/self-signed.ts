import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A certificate and its private key, both in PEM. */
export interface SignedPair {
  readonly certificate: string;
  readonly key: string;
}

/** Object identifiers, as bytes. */
const OID = {
  common_name: '550403',
  basic_constraints: '551d13',
  key_usage: '551d0f',
  extended_key_usage: '551d25',
  subject_alternative_name: '551d11',
  server_authentication: '2b06010505070301',
  ecdsa_with_sha256: '2a8648ce3d040302',
} as const;

/**
 * Creates a self-signed certificate on the curve P-256 (RFC 5280), which clients can trust as a root certificate.
 * @param hosts its subject alternative names: names and addresses
 * @param from_ms start of its validity, in ms since the epoch; `until_ms` is the end
 */
export function selfSigned(hosts: readonly string[], from_ms: number, until_ms: number): SignedPair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(OID.ecdsa_with_sha256));
  const name = sequence(der(0x31, sequence(oid(OID.common_name), der(0x0c, Buffer.from(hosts[0] ?? '')))));
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    serialNumber(),
    algorithm,
    name,
    sequence(time(from_ms), time(until_ms)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions(hosts))),
  );
  const signature = sign('sha256', signed, privateKey);
  const certificate = sequence(signed, algorithm, der(0x03, Buffer.from([0]), signature));
  return {
    certificate: pem('CERTIFICATE', certificate),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function extensions(hosts: readonly string[]): readonly Buffer[] {
  const critical = der(0x01, Buffer.from([0xff]));
  return [
    // A CA with path length 0.
    sequence(
      oid(OID.basic_constraints),
      critical,
      der(0x04, sequence(critical, der(0x02, Buffer.from([0])))),
    ),
    // digitalSignature and keyCertSign: the first and the sixth bit, two of eight unused.
    sequence(oid(OID.key_usage), critical, der(0x04, der(0x03, Buffer.from([2, 0x84])))),
    sequence(oid(OID.extended_key_usage), der(0x04, sequence(oid(OID.server_authentication)))),
    sequence(oid(OID.subject_alternative_name), der(0x04, sequence(...hosts.map(alternativeName)))),
  ];
}

function alternativeName(host: string): Buffer {
  if (isIPv4(host)) return der(0x87, Buffer.from(host.split('.').map(Number)));
  // The only IPv6 address of a local proxy is the loopback.
  if (host === '::1') return der(0x87, Buffer.concat([Buffer.alloc(15), Buffer.from([1])]));
  return der(0x82, Buffer.from(host));
}

/** A random positive number of 127 bits. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return der(0x02, bytes);
}

/** UTCTime up to 2049, with a year of two digits; GeneralizedTime from 2050 on, with four. */
function time(epoch_ms: number): Buffer {
  const digits = `${new Date(epoch_ms).toISOString().slice(0, 19).replaceAll(/\D/g, '')}Z`;
  return digits < '2050' ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

/** Tag, length and content: X.690. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >>> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
