import { servingHeaders } from './serving-headers.js';

const FILE = {
  bucketId: 'files',
  name: 'a',
  version: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  size: 1,
  mimeType: 'text/plain',
  etag: '"1-00000000"',
  cacheControl: 'max-age=60',
  contentEncoding: null,
  robots: null as string | null,
  updatedAt: new Date(0),
  isPublic: true,
};
const serve = (changes: Partial<typeof FILE>, download?: string) =>
  servingHeaders({ ...FILE, ...changes }, download);

describe('the headers of a file', () => {
  it.each([
    ['text/html', 'text/plain', 'displayed'],
    ['TEXT/HTML; charset=utf-8', 'text/plain; charset=utf-8', 'displayed'],
    ['text/html; charset="Shift_JIS"', 'text/plain; charset=Shift_JIS', 'displayed'],
    ['application/xhtml+xml', 'text/plain', 'displayed'],
    ['text/javascript', 'text/plain', 'displayed'],
    ['text/javascript1.5', 'text/plain', 'displayed'],
    ['text/jscript', 'text/plain', 'displayed'],
    ['text/livescript', 'text/plain', 'displayed'],
    ['application/x-ecmascript', 'text/plain', 'displayed'],
    ['text/plain;charset=UTF-8', 'text/plain;charset=UTF-8', 'displayed'],
    ['text/plain;charset=shift_jis;', 'text/plain;charset=shift_jis;', 'displayed'],
    ['text/plain;, text/html', 'text/plain', 'displayed'],
    ['image/png; a="b, text/html"', 'image/png', 'displayed'],
    ['Image/PNG ;q=1', 'Image/PNG ;q=1', 'displayed'],
    ['image/png', 'image/png', 'displayed'],
    ['audio/ogg; codecs=opus', 'audio/ogg; codecs=opus', 'displayed'],
    ['video/mp4', 'video/mp4', 'displayed'],
    ['font/woff2', 'font/woff2', 'displayed'],
    ['text/csv', 'text/csv', 'displayed'],
    ['application/json', 'application/json', 'displayed'],
    ['application/pdf', 'application/pdf', 'displayed as PDF'],
    ['image/svg+xml', 'image/svg+xml', 'downloaded'],
    ['application/xml', 'application/xml', 'downloaded'],
    ['text/xsl', 'text/xsl', 'downloaded'],
    ['text/rdf', 'text/rdf', 'downloaded'],
    ['text/css', 'text/css', 'downloaded'],
    ['text/vtt+xml', 'text/vtt+xml', 'downloaded'],
    ['multipart/x-mixed-replace;, text/html', 'multipart/x-mixed-replace', 'downloaded'],
    ['application/x-unknown', 'application/x-unknown', 'downloaded'],
  ])('of type %s keep it from running in the origin of the site', (mimeType, served, treatment) => {
    const headers = serve({ mimeType });
    const policy = headers['Content-Security-Policy']!;
    expect(headers).toMatchObject({ 'Content-Type': served, 'X-Content-Type-Options': 'nosniff' });
    expect(headers['Content-Disposition']).toBe(treatment === 'downloaded' ? 'attachment;' : undefined);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toContain('script-src');
    expect(policy.includes('sandbox')).toBe(treatment !== 'displayed as PDF');
  });

  it.each([
    ['', 'attachment;'],
    ['photo.txt', "attachment; filename=photo.txt; filename*=UTF-8''photo.txt;"],
    [
      "Ä 'b' (1).txt",
      "attachment; filename=%C3%84%20%27b%27%20%281%29.txt; filename*=UTF-8''%C3%84%20%27b%27%20%281%29.txt;",
    ],
  ])('save it under the name %j', (name, disposition) => {
    expect(serve({}, name)['Content-Disposition']).toBe(disposition);
  });

  it.each([
    ['max-age=60, immutable', true, 'max-age=60, immutable'],
    ['public,max-age=60,stale-while-revalidate="5",', true, 'public,max-age=60,stale-while-revalidate="5",'],
    // Stored by earlier versions.
    ['undefined', true, 'no-cache'],
    ['one hour', true, 'no-cache'],
    ['max-age=60', false, 'private, no-cache'],
  ])('of a file stored with Cache-Control %s (public: %s) send %s', (cacheControl, isPublic, served) => {
    expect(serve({ cacheControl, isPublic })['Cache-Control']).toBe(served);
  });

  it('keep search engines away unless the upload allowed them', () => {
    expect(serve({})['X-Robots-Tag']).toBe('none');
    expect(serve({ robots: 'all' })['X-Robots-Tag']).toBe('all');
  });
});
