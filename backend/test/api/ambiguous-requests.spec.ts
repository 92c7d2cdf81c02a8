import { rmSync } from 'node:fs';
import { serveWorkerEndpoint } from '../../src/bootstrap/worker-endpoint.js';
import { HttpServer } from '../../src/platform/http/http-server.js';
import { freePort } from '../support/product-process.js';
import { sendRaw, statusesIn } from '../support/raw-http.js';
import { createSiteBuild } from '../support/site-build.js';
import { startTestProduct } from '../support/test-product.js';
import { useFixture } from '../support/fixtures.js';

const CRLF = '\r\n';
const lines = (...all: string[]): string => [...all, '', ''].join(CRLF);
const get = (path: string, ...headers: string[]) =>
  lines(`GET ${path} HTTP/1.1`, ...headers, 'Connection: close');
const FUNCTION = '/api/functions/v1/share-story';
const post = (headers: string[], body: string, version = 'HTTP/1.1') =>
  lines(
    `POST ${FUNCTION} ${version}`,
    'Host: localhost',
    'Content-Type: application/json',
    'Connection: close',
    ...headers,
  ) + body;
const CHUNKED_BODY = ['2', '{}', '0', '', ''].join(CRLF);

describe('ambiguous HTTP requests', () => {
  const folder = createSiteBuild();
  const product = useFixture(startTestProduct, { SITE_FOLDER: folder });
  afterAll(() => rmSync(folder, { recursive: true }));
  const statuses = async (request: string) => statusesIn(await sendRaw(product.url, request));

  const HOSTS: [string, string[]][] = [
    ['two Host headers', ['Host: localhost', 'Host: evil.example']],
    ['the same Host header twice', ['Host: localhost', 'Host: localhost']],
    [
      'two Host headers in different case with another header in between',
      ['Host: localhost', 'Accept: */*', 'hOST: evil.example'],
    ],
    ['no Host header', []],
    ['an empty Host header', ['Host:']],
    ['a list of hosts', ['Host: localhost, evil.example']],
    ['a host with a path', ['Host: localhost/evil.example']],
    ['a host with user info', ['Host: localhost@evil.example']],
    ['a host with a space', ['Host: localhost evil.example']],
    ['a host with a non-numeric port', ['Host: localhost:http']],
  ];

  it.each(HOSTS)('are rejected on every route with %s', async (_, hosts) => {
    const paths = [
      '/',
      '/assets/page-abc.js',
      '/nothing',
      '/api/health/live',
      '/api/auth/v1/health',
      '/api/docs',
    ];
    for (const path of paths) expect([path, await statuses(get(path, ...hosts))]).toEqual([path, [400]]);
  });

  it.each([
    'localhost',
    'LOCALHOST:3000',
    'site.example.',
    'site_under.example:80',
    '127.0.0.1:1',
    '[::1]',
    '[::1]:3000',
    'xn--bcher-kva.example',
  ])('do not include requests with the host %s', async (host) => {
    for (const path of ['/', '/api/health/live'])
      expect(await statuses(get(path, `Host: ${host}`))).toEqual([200]);
  });

  it('get an error that names the header and the fix, in the format of each API, and close the connection', async () => {
    const twice = ['Host: localhost', 'Host: localhost'];
    const received = await sendRaw(product.url, lines('GET /api/health/live HTTP/1.1', ...twice));
    expect(received).toMatch(/^Connection: close\r$/im);
    const body = JSON.parse(received.split(CRLF + CRLF)[1]!) as Record<string, unknown>;
    expect(body).toEqual({
      statusCode: 400,
      code: 'malformed_request',
      message: 'Send exactly one Host header.',
      requestId: /^X-Request-Id: (.*)\r$/im.exec(received)![1],
    });
    const wire = await sendRaw(product.url, get('/api/auth/v1/settings', ...twice));
    expect(wire).toContain('"error_code":"validation_failed","msg":"Send exactly one Host header."');
  });

  it.each([
    ['http://evil.example/'],
    ['http://evil.example/api/health/live'],
    ['https://localhost.evil.example/api/health/live'],
    ['http://localhost:8080/api/health/live'],
    ['http://localhost@evil.example/api/health/live'],
    ['http:///api/health/live'],
  ])('are rejected with the target %s, which differs from the Host header', async (target) => {
    expect(await statuses(get(target, 'Host: localhost'))).toEqual([400]);
  });

  it.each([
    ['http://localhost/', 'localhost'],
    ['http://localhost/api/health/live', 'localhost'],
    ['HTTP://LocalHost:80/api/health/live?a=1', 'localhost'],
    ['https://localhost/api/health/live', 'localhost:443'],
    ['http://localhost:3000/api/health/live', 'localhost:3000'],
  ])('do not include requests with the target %s and the host %s', async (target, host) => {
    expect(await statuses(get(target, `Host: ${host}`))).toEqual([200]);
  });

  it('do not need a Host header in HTTP/1.0, as sent by health checks', async () => {
    expect(await statuses(lines('GET /api/health/live HTTP/1.0'))).toEqual([200]);
    expect(await statuses(lines('GET /api/health/live HTTP/1.0', 'Host: a', 'Host: b'))).toEqual([400]);
  });

  it.each<[string, string[], string]>([
    ['two lengths', ['Content-Length: 2', 'Content-Length: 4'], '{}  '],
    ['the same length twice', ['Content-Length: 2', 'Content-Length: 2'], '{}'],
    ['a list of lengths', ['Content-Length: 2, 2'], '{}'],
    ['a signed length', ['Content-Length: +2'], '{}'],
    ['a hexadecimal length', ['Content-Length: 0x2'], '{}'],
    ['an empty length', ['Content-Length:'], '{}'],
    [
      'a length before a transfer encoding',
      ['Content-Length: 2', 'Transfer-Encoding: chunked'],
      CHUNKED_BODY,
    ],
    ['a length after a transfer encoding', ['Transfer-Encoding: chunked', 'Content-Length: 2'], CHUNKED_BODY],
    [
      'the same transfer encoding twice',
      ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'],
      CHUNKED_BODY,
    ],
    [
      'an encoding that is later overridden',
      ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
      CHUNKED_BODY,
    ],
    [
      'an encoding after another one',
      ['Transfer-Encoding: identity', 'Transfer-Encoding: chunked'],
      CHUNKED_BODY,
    ],
    ['two encodings in one header', ['Transfer-Encoding: gzip, chunked'], CHUNKED_BODY],
    ['an unknown transfer encoding', ['Transfer-Encoding: xchunked'], CHUNKED_BODY],
    ['a quoted transfer encoding', ['Transfer-Encoding: "chunked"'], CHUNKED_BODY],
    ['a space before the colon', ['Transfer-Encoding : chunked'], CHUNKED_BODY],
    ['a control character before the value', ['Transfer-Encoding: \u000bchunked'], CHUNKED_BODY],
    ['a value on the next line', ['Transfer-Encoding:', ' chunked'], CHUNKED_BODY],
    ['a transfer encoding in a folded header', ['X: a', ' Transfer-Encoding: chunked'], CHUNKED_BODY],
    ['lines that end in a bare LF', ['Transfer-Encoding: chunked\nX: y'], CHUNKED_BODY],
    ['lines that end in a bare CR', ['Transfer-Encoding: chunked\rX: y'], CHUNKED_BODY],
    ['chunks that end in a bare LF', ['Transfer-Encoding: chunked'], '2\n{}\n0\n\n'],
    ['a negative chunk size', ['Transfer-Encoding: chunked'], `-2${CRLF}{}${CRLF}0${CRLF}${CRLF}`],
  ])('are rejected with %s', async (_, headers, body) => {
    expect(await statuses(post(headers, body))).toEqual([400]);
  });

  it('are rejected when chunked in HTTP/1.0, which has no chunked encoding', async () => {
    expect(await statuses(post(['Transfer-Encoding: chunked'], CHUNKED_BODY, 'HTTP/1.0'))).toEqual([400]);
  });

  it.each<[string, string[], string]>([
    ['a length', ['Content-Length: 2'], '{}'],
    ['chunks', ['Transfer-Encoding: chunked'], CHUNKED_BODY],
    ['an uppercase transfer encoding', ['transfer-encoding: CHUNKED'], CHUNKED_BODY],
  ])('do not include requests with %s, whose body is read', async (_, headers, body) => {
    expect(await statuses(post(headers, body))).toEqual([422]);
  });
});

describe('the worker endpoint', () => {
  it('rejects the same requests', async () => {
    const port = String(await freePort());
    const product = await startTestProduct({ WORKER_PORT: port });
    const worker = await product.startWorker();
    try {
      await serveWorkerEndpoint(worker);
      const url = `http://127.0.0.1:${port}`;
      const ask = async (...headers: string[]) =>
        statusesIn(await sendRaw(url, get('/health/live', ...headers)));
      expect(await ask('Host: localhost')).toEqual([200]);
      expect(await ask('Host: localhost', 'Host: localhost')).toEqual([400]);
      expect(await ask('Host: a/b')).toEqual([400]);
    } finally {
      await worker.get(HttpServer).close(0);
      await product.stop();
    }
  });
});
