import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Settings } from '../config/settings.js';
import { SiteVerifyCaptcha } from './captcha.js';

const configured = { captcha: { provider: 'turnstile', siteKey: 'site', secret: 'the secret' } } as Settings;

describe('the captcha', () => {
  let server: Server;
  let requests: URLSearchParams[];
  let responseBody: string;
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      requests.push(new URLSearchParams(body));
      response.end(responseBody);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => (requests = []));
  afterAll(() => server.close());

  const captcha = (settings = configured): SiteVerifyCaptcha =>
    new (class extends SiteVerifyCaptcha {
      protected override verifyUrl(): string {
        return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      }
    })(settings);

  it('accepts a token that the service verifies', async () => {
    responseBody = '{"success":true}';
    await captcha().check('the token');
    expect(Object.fromEntries(requests[0]!)).toEqual({ secret: 'the secret', response: 'the token' });
  });

  it('rejects a missing token without calling the service, and a token that the service rejects', async () => {
    responseBody = '{"success":false}';
    await expect(captcha().check(undefined)).rejects.toMatchObject({ code: 'captcha_failed' });
    expect(requests).toHaveLength(0);
    await expect(captcha().check('a wrong token')).rejects.toMatchObject({ code: 'captcha_failed' });
  });

  it('reports an unavailable service if the response is not JSON', async () => {
    responseBody = '<html>';
    await expect(captcha().check('the token')).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('does nothing if no captcha is configured', async () => {
    await captcha({ captcha: undefined } as Settings).check(undefined);
    expect(requests).toHaveLength(0);
  });
});
