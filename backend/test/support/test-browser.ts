import { parseSetCookie } from 'cookie';
import type { TestProduct } from './test-product.js';

/** As far as a browser matters between a site and a provider: it follows redirects, posts forms, and keeps cookies by their path. */
export class TestBrowser {
  private readonly cookies: { origin: string; path: string; name: string; value: string }[] = [];

  constructor(private readonly product: TestProduct) {}

  /** Where someone ends who opens this address: the first page of the site that is no part of the API, or an answer without a way on. */
  async walk(address: string, { until }: { until?: RegExp } = {}): Promise<URL> {
    let url = new URL(address);
    for (let steps = 0; steps < 15; steps++) {
      if (this.isPage(url) || until?.test(url.href)) return url;
      const response = await this.open(url);
      const next = response.headers.get('location');
      if (next === null) return this.post(url, await response.text());
      url = new URL(next, url);
    }
    throw new Error(`still on the way at ${url.href}`);
  }

  /** Opens an address with this browser's cookies for it. */
  async open(url: URL, init: RequestInit = {}): Promise<Response> {
    const site = new URL(this.product.settings.siteUrl);
    const real = url.origin === site.origin ? `${this.product.url}${url.pathname}${url.search}` : url.href;
    const response = await fetch(real, {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string>), Cookie: this.cookiesFor(url) },
    });
    this.keep(url, response);
    return response;
  }

  /** Takes cookies over from an answer that a client library got in this browser. */
  keep(url: URL, response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const { name, value, path = '/' } = parseSetCookie(line);
      const stored = this.cookies.findIndex((cookie) => cookie.origin === url.origin && cookie.name === name);
      if (stored >= 0) this.cookies.splice(stored, 1);
      if (value) this.cookies.push({ origin: url.origin, path, name, value });
    }
  }

  /** A page that posts its only form by itself. */
  private async post(url: URL, page: string): Promise<URL> {
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (!action) throw new Error(`no way on from ${url.href}: ${page.slice(0, 300)}`);
    const fields = [...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name, value]): [string, string] => [name!, value!],
    );
    const target = new URL(action, url);
    const response = await this.open(target, { method: 'POST', body: new URLSearchParams(fields) });
    return new URL(response.headers.get('location')!, target);
  }

  private isPage(url: URL): boolean {
    return url.origin === new URL(this.product.settings.siteUrl).origin && !url.pathname.startsWith('/api/');
  }

  /** The header that this browser sends there. */
  cookiesFor(url: URL): string {
    return this.cookies
      .filter(({ origin, path }) => origin === url.origin && url.pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }
}
