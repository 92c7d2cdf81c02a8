/** The page of the site that the links in emails lead to. */
export const CONFIRM_PATH = '/auth/confirm';

export interface RedirectRules {
  siteUrl: string;
  /** Globs: `*` stops at `.` and `/`, `**` does not, `?` is one character. */
  allowed: readonly string[];
}

/**
 * The first of the URLs that a redirect may lead to, or undefined. Allowed are the site's origin, loopback IP addresses (native
 * clients listen there) and the operator's allow list. Fragments are ignored when matching, queries are not.
 */
export function allowedRedirect(
  rules: RedirectRules,
  ...candidates: (string | undefined)[]
): string | undefined {
  for (const candidate of candidates) {
    const url = candidate ? URL.parse(candidate) : null;
    if (url && isAllowed(url, rules)) return url.href;
  }
  return undefined;
}

function isAllowed(url: URL, { siteUrl, allowed }: RedirectRules): boolean {
  if (url.username || url.password) return false;
  const site = new URL(siteUrl);
  if (isHttp(url) && sameOrigin(url, site)) return true;
  if (isHttp(url) && isLoopbackIp(url.hostname)) return true;
  const withoutFragment = url.href.slice(0, url.href.length - url.hash.length);
  return allowed.some(
    (glob) =>
      globToRegExp(glob).test(withoutFragment) || globToRegExp(glob).test(withoutFragment.replace(/\/$/, '')),
  );
}

function isHttp(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:';
}

/** Same scheme, host and port; on loopback the port is ignored. */
function sameOrigin(url: URL, site: URL): boolean {
  if (url.origin === site.origin) return true;
  const loopback = site.hostname === 'localhost' || isLoopbackIp(site.hostname);
  return loopback && url.protocol === site.protocol && url.hostname === site.hostname;
}

function isLoopbackIp(hostname: string): boolean {
  return hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function globToRegExp(glob: string): RegExp {
  const source = glob.replace(/\*\*|\*|\?|[.+^${}()|[\]\\]/g, (token) => {
    if (token === '**') return '.*';
    if (token === '*') return '[^./]*';
    return token === '?' ? '[^./]' : `\\${token}`;
  });
  return new RegExp(`^${source}$`);
}
