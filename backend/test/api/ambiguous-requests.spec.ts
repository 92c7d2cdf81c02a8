import { rmSync } from 'node:fs';
import { serveWorkerEndpoint } from '../../src/bootstrap/worker-endpoint.js';
import { HttpServer } from '../../src/platform/http/http-server.js';
import { freePort } from '../support/product-process.js';
import { sendRaw, statusesIn } from '../support/raw-http.js';
import { smallSite } from '../support/small-site.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

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

describe('a request that can be read in two ways', () => {
  const folder = smallSite();
  let product: TestProduct;
  beforeAll(async () => {
    product = await startTestProduct({ SITE_FOLDER: folder });
  });
  afterAll(async () => {
    await product?.stop();
    rmSync(folder, { recursive: true });
  });
  const statuses = async (request: string) => statusesIn(await sendRaw(product.url, request));

  const HOSTS: [string, string[]][] = [
    ['two hosts', ['Host: localhost', 'Host: evil.example']],
    ['one host twice', ['Host: localhost', 'Host: localhost']],
    ['two hosts in different spellings, far apart', ['Host: localhost', 'Accept: */*', 'hOST: evil.example']],
    ['no host', []],
    ['an empty host', ['Host:']],
    ['a list of hosts', ['Host: localhost, evil.example']],
    ['a host with a path', ['Host: localhost/evil.example']],
    ['a host with a user', ['Host: localhost@evil.example']],
    ['a host with a space', ['Host: localhost evil.example']],
    ['a host whose port is no number', ['Host: localhost:http']],
  ];

  it.each(HOSTS)('is rejected by every part with %s', async (_, hosts) => {
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
  ])('is not one with the host %s', async (host) => {
    for (const path of ['/', '/api/health/live'])
      expect(await statuses(get(path, `Host: ${host}`))).toEqual([200]);
  });

  it('is told the header and the fix, in the form of each protocol, and its connection is closed', async () => {
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
  ])('is rejected with the target %s, which names another host than its Host header', async (target) => {
    expect(await statuses(get(target, 'Host: localhost'))).toEqual([400]);
  });

  it.each([
    ['http://localhost/', 'localhost'],
    ['http://localhost/api/health/live', 'localhost'],
    ['HTTP://LocalHost:80/api/health/live?a=1', 'localhost'],
    ['https://localhost/api/health/live', 'localhost:443'],
    ['http://localhost:3000/api/health/live', 'localhost:3000'],
  ])('is not one with the target %s and the host %s', async (target, host) => {
    expect(await statuses(get(target, `Host: ${host}`))).toEqual([200]);
  });

  it('needs no host in HTTP/1.0, as health checks send it', async () => {
    expect(await statuses(lines('GET /api/health/live HTTP/1.0'))).toEqual([200]);
    expect(await statuses(lines('GET /api/health/live HTTP/1.0', 'Host: a', 'Host: b'))).toEqual([400]);
  });

  it.each<[string, string[], string]>([
    ['two lengths', ['Content-Length: 2', 'Content-Length: 4'], '{}  '],
    ['one length twice', ['Content-Length: 2', 'Content-Length: 2'], '{}'],
    ['a list of lengths', ['Content-Length: 2, 2'], '{}'],
    ['a length with a sign', ['Content-Length: +2'], '{}'],
    ['a length in hexadecimal digits', ['Content-Length: 0x2'], '{}'],
    ['an empty length', ['Content-Length:'], '{}'],
    ['a length before an encoding', ['Content-Length: 2', 'Transfer-Encoding: chunked'], CHUNKED_BODY],
    ['a length behind an encoding', ['Transfer-Encoding: chunked', 'Content-Length: 2'], CHUNKED_BODY],
    ['one encoding twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], CHUNKED_BODY],
    [
      'an encoding that is taken back',
      ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
      CHUNKED_BODY,
    ],
    [
      'an encoding behind another',
      ['Transfer-Encoding: identity', 'Transfer-Encoding: chunked'],
      CHUNKED_BODY,
    ],
    ['an encoding in another', ['Transfer-Encoding: gzip, chunked'], CHUNKED_BODY],
    ['an unknown encoding', ['Transfer-Encoding: xchunked'], CHUNKED_BODY],
    ['a quoted encoding', ['Transfer-Encoding: "chunked"'], CHUNKED_BODY],
    ['a space before the colon', ['Transfer-Encoding : chunked'], CHUNKED_BODY],
    ['a control character before the encoding', ['Transfer-Encoding: \x0bchunked'], CHUNKED_BODY],
    ['an encoding on the next line', ['Transfer-Encoding:', ' chunked'], CHUNKED_BODY],
    ['an encoding that continues another header', ['X: a', ' Transfer-Encoding: chunked'], CHUNKED_BODY],
    ['lines that end in LF alone', ['Transfer-Encoding: chunked\nX: y'], CHUNKED_BODY],
    ['lines that end in CR alone', ['Transfer-Encoding: chunked\rX: y'], CHUNKED_BODY],
    ['chunks that end in LF alone', ['Transfer-Encoding: chunked'], '2\n{}\n0\n\n'],
    ['a chunk of negative size', ['Transfer-Encoding: chunked'], `-2${CRLF}{}${CRLF}0${CRLF}${CRLF}`],
  ])('is rejected with %s', async (_, headers, body) => {
    expect(await statuses(post(headers, body))).toEqual([400]);
  });

  it('is rejected with chunks in HTTP/1.0, which knows none', async () => {
    expect(await statuses(post(['Transfer-Encoding: chunked'], CHUNKED_BODY, 'HTTP/1.0'))).toEqual([400]);
  });

  it.each<[string, string[], string]>([
    ['a length', ['Content-Length: 2'], '{}'],
    ['chunks', ['Transfer-Encoding: chunked'], CHUNKED_BODY],
    ['chunks in capitals', ['transfer-encoding: CHUNKED'], CHUNKED_BODY],
  ])('is not one with %s: its body is read', async (_, headers, body) => {
    expect(await statuses(post(headers, body))).toEqual([422]);
  });
});

describe('the endpoint of a worker', () => {
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
