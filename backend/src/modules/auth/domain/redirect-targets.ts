export interface RedirectRules {
  siteUrl: string;
  /** Globs: `*` stops at `.` and `/`, `**` does not, `?` is one character. */
  allowed: readonly string[];
}

/**
 * The first of the wished addresses that a link of ours may lead to, or undefined. Allowed are the site's origin, loopback
 * addresses by number (native clients listen there) and what the operator listed; a fragment is ignored, a query is not.
 */
export function allowedRedirect(
  rules: RedirectRules,
  ...requested: (string | undefined)[]
): string | undefined {
  for (const input of requested) {
    const url = input ? URL.parse(input) : null;
    if (url && isAllowed(url, rules)) return url.href;
  }
  return undefined;
}

function isAllowed(url: URL, { siteUrl, allowed }: RedirectRules): boolean {
  if (url.username || url.password) return false;
  const site = new URL(siteUrl);
  if (isWeb(url) && sameOrigin(url, site)) return true;
  if (isWeb(url) && isLoopbackNumber(url.hostname)) return true;
  const withoutFragment = url.href.slice(0, url.href.length - url.hash.length);
  return allowed.some(
    (glob) =>
      patternOf(glob).test(withoutFragment) || patternOf(glob).test(withoutFragment.replace(/\/$/, '')),
  );
}

function isWeb(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:';
}

/** Same scheme, host and port; on loopback the port does not count. */
function sameOrigin(url: URL, site: URL): boolean {
  if (url.origin === site.origin) return true;
  const loopback = site.hostname === 'localhost' || isLoopbackNumber(site.hostname);
  return loopback && url.protocol === site.protocol && url.hostname === site.hostname;
}

function isLoopbackNumber(hostname: string): boolean {
  return hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function patternOf(glob: string): RegExp {
  const source = glob.replace(/\*\*|\*|\?|[.+^${}()|[\]\\]/g, (sign) => {
    if (sign === '**') return '.*';
    if (sign === '*') return '[^./]*';
    return sign === '?' ? '[^./]' : `\\${sign}`;
  });
  return new RegExp(`^${source}$`);
}
