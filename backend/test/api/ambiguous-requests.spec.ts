import type { INestApplicationContext } from '@nestjs/common';
import { rmSync } from 'node:fs';
import { serveWorkerEndpoint } from '../../src/bootstrap/worker-endpoint.js';
import { Settings } from '../../src/platform/config/settings.js';
import { HttpServer } from '../../src/platform/http/http-server.js';
import { freePort } from '../support/product-process.js';
import { sendRaw, statusesIn } from '../support/raw-http.js';
import { createSiteBuild } from '../support/site-build.js';
import { startTestProduct } from '../support/test-product.js';
import { testSettings } from '../support/test-settings.js';
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

  const HOSTS = [
    ['Host: localhost', 'Host: evil.example'],
    ['Host: localhost', 'Host: localhost'],
    ['Host: localhost', 'Accept: */*', 'hOST: evil.example'],
    [],
    ['Host:'],
    ['Host: localhost, evil.example'],
    ['Host: localhost/evil.example'],
    ['Host: localhost@evil.example'],
    ['Host: localhost evil.example'],
    ['Host: localhost:http'],
  ];

  it('are rejected on every route with an invalid Host header', async () => {
    const paths = [
      '/',
      '/assets/page-abc.js',
      '/nothing',
      '/api/health/live',
      '/api/auth/v1/health',
      '/api/docs',
    ];
    for (const [index, hosts] of HOSTS.entries())
      for (const path of [paths[index % paths.length]!, '/'])
        expect([path, hosts, await statuses(get(path, ...hosts))]).toEqual([path, hosts, [400]]);
  });

  it('do not include requests with a valid host, of any kind', async () => {
    for (const host of [
      'LOCALHOST:3000',
      'site.example.',
      'site_under.example:80',
      '127.0.0.1:1',
      '[::1]:3000',
      'xn--bcher-kva.example',
    ])
      expect([host, await statuses(get('/api/health/live', `Host: ${host}`))]).toEqual([host, [200]]);
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

  it('are rejected when their target differs from the Host header', async () => {
    for (const target of [
      'http://evil.example/api/health/live',
      'https://localhost.evil.example/api/health/live',
      'http://localhost:8080/api/health/live',
      'http://localhost@evil.example/api/health/live',
      'http:///api/health/live',
    ])
      expect([target, await statuses(get(target, 'Host: localhost'))]).toEqual([target, [400]]);
    for (const [target, host] of [
      ['http://localhost/', 'localhost'],
      ['HTTP://LocalHost:80/api/health/live?a=1', 'localhost'],
      ['https://localhost/api/health/live', 'localhost:443'],
      ['http://localhost:3000/api/health/live', 'localhost:3000'],
    ] as const)
      expect([target, await statuses(get(target, `Host: ${host}`))]).toEqual([target, [200]]);
  });

  it('do not need a Host header in HTTP/1.0, as sent by health checks', async () => {
    expect(await statuses(lines('GET /api/health/live HTTP/1.0'))).toEqual([200]);
    expect(await statuses(lines('GET /api/health/live HTTP/1.0', 'Host: a', 'Host: b'))).toEqual([400]);
  });

  it.each<[string[], string]>([
    [['Content-Length: 2', 'Content-Length: 4'], '{}  '],
    [['Content-Length: 2', 'Content-Length: 2'], '{}'],
    [['Content-Length: 2, 2'], '{}'],
    [['Content-Length: 0x2'], '{}'],
    [['Content-Length: 2', 'Transfer-Encoding: chunked'], CHUNKED_BODY],
    [['Transfer-Encoding: chunked', 'Content-Length: 2'], CHUNKED_BODY],
    [['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], CHUNKED_BODY],
    [['Transfer-Encoding: identity', 'Transfer-Encoding: chunked'], CHUNKED_BODY],
    [['Transfer-Encoding: gzip, chunked'], CHUNKED_BODY],
    [['Transfer-Encoding: "chunked"'], CHUNKED_BODY],
    [['Transfer-Encoding : chunked'], CHUNKED_BODY],
    [['Transfer-Encoding:', ' chunked'], CHUNKED_BODY],
    [['X: a', ' Transfer-Encoding: chunked'], CHUNKED_BODY],
    [['Transfer-Encoding: chunked\nX: y'], CHUNKED_BODY],
    [['Transfer-Encoding: chunked'], '2\n{}\n0\n\n'],
    [['Transfer-Encoding: chunked'], `-2${CRLF}{}${CRLF}0${CRLF}${CRLF}`],
  ])('are rejected with the headers %j and the body %j', async (headers, body) => {
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
    const http = new HttpServer();
    const services = new Map<unknown, unknown>([
      [Settings, testSettings({ WORKER_PORT: port })],
      [HttpServer, http],
    ]);
    await serveWorkerEndpoint({ get: (type: unknown) => services.get(type) } as INestApplicationContext);
    const ask = async (...headers: string[]) =>
      statusesIn(await sendRaw(`http://127.0.0.1:${port}`, get('/health/live', ...headers)));
    expect(await ask('Host: localhost')).toEqual([200]);
    expect(await ask('Host: localhost', 'Host: localhost')).toEqual([400]);
    expect(await ask('Host: a/b')).toEqual([400]);
    await http.close(0);
  });
});
