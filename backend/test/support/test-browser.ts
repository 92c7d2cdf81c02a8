import { parseSetCookie } from 'cookie';
import type { TestProduct } from './test-product.js';

/** A minimal browser for redirect flows: follows redirects, submits forms, and stores cookies by origin and path. */
export class TestBrowser {
  private readonly cookies: { origin: string; path: string; name: string; value: string }[] = [];

  constructor(private readonly product: TestProduct) {}

  /** Follows redirects and auto-submitted forms to the first page of the site, or to a URL that matches `until`. */
  async follow(address: string, { until }: { until?: RegExp } = {}): Promise<URL> {
    let url = new URL(address);
    for (let steps = 0; steps < 15; steps++) {
      if (this.isPage(url) || until?.test(url.href)) return url;
      const response = await this.open(url);
      const next = response.headers.get('location');
      if (next === null) return this.post(url, await response.text());
      url = new URL(next, url);
    }
    throw new Error(`too many redirects: ${url.href}`);
  }

  /** Opens a URL with the matching cookies. */
  async open(url: URL, init: RequestInit = {}): Promise<Response> {
    const site = new URL(this.product.settings.siteUrl);
    const real = url.origin === site.origin ? `${this.product.url}${url.pathname}${url.search}` : url.href;
    const response = await fetch(real, {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string>), Cookie: this.cookiesFor(url) },
    });
    this.storeCookies(url, response);
    return response;
  }

  /** Stores cookies of a response that the client library received in this browser. */
  storeCookies(url: URL, response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const { name, value, path = '/' } = parseSetCookie(line);
      const stored = this.cookies.findIndex((cookie) => cookie.origin === url.origin && cookie.name === name);
      if (stored >= 0) this.cookies.splice(stored, 1);
      if (value) this.cookies.push({ origin: url.origin, path, name, value });
    }
  }

  /** Submits the only form of a page. */
  private async post(url: URL, page: string): Promise<URL> {
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (!action) throw new Error(`no form or redirect at ${url.href}: ${page.slice(0, 300)}`);
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

  /** The Cookie header for this URL. */
  cookiesFor(url: URL): string {
    return this.cookies
      .filter(({ origin, path }) => origin === url.origin && url.pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }
}
