import { createBucket, startStorageFixture } from '../support/storage.js';
import { useShared } from '../support/fixtures.js';

/** Hello, in Shift JIS. */
const SHIFT_JIS = Buffer.from('82b182f182c982bf82cd', 'hex');

/** As operating systems, browsers and client libraries send files. */
describe('uploads', () => {
  const fixture = useShared(startStorageFixture);
  let bucket: string;
  beforeAll(async () => {
    bucket = await createBucket(fixture, { public: true });
  });

  const files = () => fixture.service.from(bucket);
  const authorized = () => ({ Authorization: `Bearer ${fixture.serviceKey}` });
  const post = (path: string, body: string | Buffer | FormData, headers: Record<string, string> = {}) =>
    fixture.call(`/object/${bucket}/${path}`, {
      method: 'POST',
      headers: { ...authorized(), ...headers },
      body,
    });
  const errorIn = async (response: Response) =>
    (await response.json()) as { code: string; message: string; details: { reason: string } };
  const download = (path: string) => fixture.call(`/object/public/${bucket}/${path}`);
  const form = (...fields: [name: string, value: string | Blob][]) => {
    const data = new FormData();
    for (const [name, value] of fields) data.append(name, value as string);
    return data;
  };

  describe('by form', () => {
    const file = () => new Blob(['x'], { type: 'text/plain' });

    it('use the fields after the file, too', async () => {
      const late: [string, string][] = [
        ['cacheControl', '60'],
        ['metadata', '{"a":1}'],
        ['contentType', 'text/csv'],
      ];
      const large = new Blob(['x'.repeat(300_000)], { type: 'text/plain' });
      expect((await post('late', form(['', large], ...late))).status).toBe(200);
      expect((await files().info('late')).data).toMatchObject({
        cacheControl: 'max-age=60',
        metadata: { a: 1 },
        contentType: 'text/csv',
        size: 300_000,
      });
    });

    it('are rejected for the fields after the file, which leaves nothing behind', async () => {
      const response = await post('rejected', form(['', file()], ['metadata', 'not JSON']));
      expect([response.status, (await errorIn(response)).message]).toEqual([400, 'metadata must be JSON']);
      expect((await files().info('rejected')).error).not.toBeNull();
    });

    it('are rejected if too much comes before the file', async () => {
      const body = `${'x'.repeat(3_000_000)}\r\n--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\n--x--`;
      const response = await post('preamble', body, { 'Content-Type': 'multipart/form-data; boundary=x' });
      expect([response.status, (await errorIn(response)).message]).toEqual([
        400,
        'The form has too much data before the file',
      ]);
    });

    it('are rejected if a second file would be lost', async () => {
      const response = await post('two', form(['', file()], ['', file()]));
      expect([response.status, (await errorIn(response)).message]).toEqual([
        400,
        'The form must contain only one file',
      ]);
    });
  });

  it('of text keep the charset they declare, by header and by form', async () => {
    const type = 'text/html; charset="Shift_JIS"';
    await files().upload('form.txt', new Blob([SHIFT_JIS], { type }));
    expect((await post('raw.txt', SHIFT_JIS, { 'Content-Type': type })).status).toBe(200);
    const raw = await download('raw.txt');
    expect(raw.headers.get('content-type')).toBe('text/plain; charset=Shift_JIS');
    expect(new TextDecoder('shift_jis').decode(await raw.arrayBuffer())).toBe('こんにちは');
    // Browsers and Node.js give blobs their type in lower case.
    expect((await download('form.txt')).headers.get('content-type')).toBe('text/plain; charset=shift_jis');
  });

  // Which values are valid is proved by `upload-request.spec`.
  it('have a valid Cache-Control, by header and by form', async () => {
    const byHeader = (value: string) => post('a', 'x', { 'Cache-Control': value, 'x-upsert': 'true' });
    const byField = (value: string) =>
      post('a', form(['cacheControl', value], ['', new Blob(['x'])]), { 'x-upsert': 'true' });
    for (const upload of [byHeader, byField]) {
      expect((await upload('max-age=60, immutable')).status).toBe(200);
      expect((await download('a')).headers.get('cache-control')).toBe('max-age=60, immutable');
      expect((await upload('undefined')).status).toBe(200);
      expect((await download('a')).headers.get('cache-control')).toBe('no-cache');
      const rejected = await upload('one hour');
      expect([rejected.status, (await errorIn(rejected)).message]).toEqual([
        400,
        expect.stringMatching(/^cacheControl must/),
      ]);
    }
  });

  describe('named', () => {
    it('with the Unicode spaces of screenshots round-trip', async () => {
      const name = '写真\u3000at 3.14.15\u202fPM a\u00a0b.png';
      expect((await files().upload(name, name)).error).toBeNull();
      const { data } = await files().createSignedUrl(name, 60);
      expect(await (await fetch(data!.signedUrl)).text()).toBe(name);
      const listed = await files().list('', { search: name });
      expect(listed.data!.map((entry) => entry.name)).toEqual([name]);
    });

    it('with a character that is not allowed are rejected with an error that names it', async () => {
      const response = await post(encodeURIComponent('a\u200eb'), 'x');
      const { code, details } = await errorIn(response);
      expect([code, details.reason]).toEqual([
        'InvalidKey',
        'contains the character U+200E, which is not allowed',
      ]);
    });

    it('with a question mark get signed URLs that work, with and without the client library', async () => {
      const asking = `bucket?${bucket}`;
      expect((await fixture.service.createBucket(asking)).error).toBeNull();
      const path = encodeURIComponent('why?.txt');
      for (const id of [bucket, asking].map(encodeURIComponent)) {
        const upload = { method: 'POST', headers: authorized(), body: 'because' };
        expect((await fixture.call(`/object/${id}/${path}`, upload)).status).toBe(200);
        const headers = { ...authorized(), 'Content-Type': 'application/json' };
        const sign = { method: 'POST', headers, body: '{"expiresIn":60}' };
        const signed = await fixture.call(`/object/sign/${id}/${path}`, sign);
        const { signedURL } = (await signed.json()) as { signedURL: string };
        // As the client library does.
        for (const url of [signedURL, encodeURI(signedURL)])
          expect(await (await fixture.call(url)).text()).toBe('because');
      }
      const { data } = await files().createSignedUrls(['why?.txt'], 60);
      expect(await (await fetch(data![0]!.signedUrl!)).text()).toBe('because');
    });

    it('with a question mark that the client did not encode are rejected, not cut off', async () => {
      for (const name of ['why?.txt', 'why?']) {
        const { error } = await files().upload(name, 'x');
        expect(error).toMatchObject({ message: `Invalid key: ${name}` });
      }
      const signed = await files().createSignedUrl('why?.txt', 60);
      expect(signed.error).toMatchObject({ message: 'Invalid key: why?.txt' });
      expect((await files().info('why')).error).not.toBeNull();
    });
  });

  it('can be read across origins, with every header that is sent', async () => {
    await files().upload('cors.txt', 'x', { upsert: true });
    const { headers } = await download('cors.txt?download=a.txt');
    const exposed = headers.get('access-control-expose-headers')!.split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['content-disposition', 'accept-ranges', 'x-robots-tag']));
  });
});
