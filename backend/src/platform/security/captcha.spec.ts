import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Settings } from '../config/settings.js';
import { SiteVerifyCaptcha } from './captcha.js';

const configured = { captcha: { provider: 'turnstile', siteKey: 'site', secret: 'the secret' } } as Settings;

describe('the captcha', () => {
  let server: Server;
  let asked: URLSearchParams[];
  let answer: string;
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const piece of request) body += String(piece);
      asked.push(new URLSearchParams(body));
      response.end(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => (asked = []));
  afterAll(() => server.close());

  const captcha = (settings = configured): SiteVerifyCaptcha =>
    new (class extends SiteVerifyCaptcha {
      protected override addressOf(): string {
        return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      }
    })(settings);

  it('lets through what the service vouches for', async () => {
    answer = '{"success":true}';
    await captcha().check('the answer');
    expect(Object.fromEntries(asked[0]!)).toEqual({ secret: 'the secret', response: 'the answer' });
  });

  it('rejects a missing answer without asking, and one that the service does not vouch for', async () => {
    answer = '{"success":false}';
    await expect(captcha().check(undefined)).rejects.toMatchObject({ code: 'captcha_failed' });
    expect(asked).toHaveLength(0);
    await expect(captcha().check('a wrong one')).rejects.toMatchObject({ code: 'captcha_failed' });
  });

  it('asks to try again when the service talks nonsense', async () => {
    answer = '<html>';
    await expect(captcha().check('the answer')).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('is not there where none is configured', async () => {
    await captcha({ captcha: undefined } as Settings).check(undefined);
    expect(asked).toHaveLength(0);
  });
});
