import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tlsIdentity } from '../../../src/postgres/wire/certificate.js';
import { selfSigned } from '../../../src/postgres/wire/self-signed.js';
import { temporaryFolder } from '../../temporary-folder.js';

const folder = temporaryFolder();

test('the certificate is self-signed and valid for this machine and its endpoints', () => {
  const certificate = new X509Certificate(tlsIdentity(undefined, ['*.db.test']).certificate_pem);
  for (const host of ['localhost', 'ep-cool-one-123456.db.test']) {
    expect(certificate.checkHost(host)).toBeDefined();
  }
  // OpenSSL takes no wildcard right below the root, libpq does.
  expect(certificate.subjectAltName).toContain('DNS:*.localhost');
  expect(certificate.checkHost('example.com')).toBeUndefined();
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(certificate.checkIP('::1')).toBe('::1');
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkIssued(certificate)).toBe(true);
  expect(certificate.ca).toBe(true);
});

test('a certificate is stored readable by its owner only, and replaced before it expires', () => {
  const first = tlsIdentity(folder).certificate_pem;
  expect(tlsIdentity(folder).certificate_pem).toBe(first);
  for (const name of ['proxy-key.pem', 'proxy-certificate.pem']) {
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  }
  const old = selfSigned(['localhost'], Date.parse('2020-01-01'), Date.parse('2020-12-31'));
  writeFileSync(join(folder, 'proxy-certificate.pem'), old.certificate);
  const second = tlsIdentity(folder).certificate_pem;
  expect(second).not.toBe(old.certificate);
  expect(readFileSync(join(folder, 'proxy-certificate.pem'), 'utf8')).toBe(second);
  writeFileSync(join(folder, 'proxy-certificate.pem'), 'damaged');
  expect(tlsIdentity(folder).certificate_pem).toContain('BEGIN CERTIFICATE');
});

test('years of a certificate from 2050 on have four digits', () => {
  const { certificate } = selfSigned(['a'], Date.parse('2049-12-31'), Date.parse('2050-01-02T03:04:05Z'));
  const { validFrom, validTo } = new X509Certificate(certificate);
  expect([validFrom, validTo]).toEqual(['Dec 31 00:00:00 2049 GMT', 'Jan  2 03:04:05 2050 GMT']);
});
