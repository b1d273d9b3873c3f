import { describe, expect, test } from 'vitest';
import { withLocalAddresses } from '../../../src/server/postgres/local-addresses.js';

const PROXY = { host: '127.0.0.1', port: 8433, require_tls: false };

describe('addresses in answers', () => {
  test('connection strings contain the proxy, and the endpoint as an option', () => {
    const uri =
      'postgresql://o%40x:npg_p@ep-cool-sea-12345678-pooler.us-east-2.aws.neap.invalid/my%20db?sslmode=require&channel_binding=require';
    expect(withLocalAddresses({ uri }, PROXY)).toEqual({
      uri: 'postgresql://o%40x:npg_p@127.0.0.1:8433/my%20db?options=endpoint%3Dep-cool-sea-12345678-pooler',
    });
    expect(withLocalAddresses([uri], { ...PROXY, host: '::1', require_tls: true })).toEqual([
      'postgresql://o%40x:npg_p@[::1]:8433/my%20db?options=endpoint%3Dep-cool-sea-12345678-pooler&sslmode=require',
    ]);
  });

  test('the vendor’s command line can build a connection string from a local host', () => {
    const { host } = withLocalAddresses({ host: 'ep-a-b-1.eu-central-1.aws.neap.invalid' }, PROXY) as {
      host: string;
    };
    const url = new URL(`postgresql://${host.replace('ep-a-b-1', 'ep-a-b-1-pooler')}`);
    url.pathname = '/neondb';
    url.searchParams.set('sslmode', 'require');
    expect(url.href).toBe(
      'postgresql://127.0.0.1:8433/neondb?options=endpoint%3Dep-a-b-1-pooler&sslmode=require',
    );
  });

  test('with a domain of endpoints, hosts are plain names and connection strings need TLS', () => {
    const at = { ...PROXY, endpoint_domain: 'db.test' };
    const host = 'ep-a-b-1-pooler.eu-central-1.aws.neap.invalid';
    const answer = {
      host,
      proxy_host: 'eu-central-1.aws.neap.invalid',
      uri: `postgresql://o:p@${host}/d?sslmode=require`,
    };
    expect(withLocalAddresses(answer, at)).toEqual({
      host: 'ep-a-b-1-pooler.db.test',
      proxy_host: 'db.test',
      uri: 'postgresql://o:p@ep-a-b-1-pooler.db.test:8433/d?sslmode=require',
    });
    expect(withLocalAddresses(answer.uri, { ...at, port: 5432 })).toBe(
      'postgresql://o:p@ep-a-b-1-pooler.db.test/d?sslmode=require',
    );
  });

  test('texts without a host of an endpoint are not changed', () => {
    const answer = {
      ...{
        proxy_host: 'us-east-2.aws.neap.invalid',
        name: 'ep-mine.example.com',
        size: 1.5,
        list: [null, true],
      },
      uri: 'postgresql://a:b@db.example.com/x',
    };
    expect(withLocalAddresses(answer, PROXY)).toEqual({ ...answer, proxy_host: '127.0.0.1:8433' });
  });
});
