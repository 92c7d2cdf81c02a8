export interface Paging {
  page: number;
  perPage: number;
  total: number;
}

/**
 * What clients page by. They read the first parameter of each address alone and take everything between commas for one link, so
 * `page` stands first and nothing else has a comma. What was `asked` for, if anything, stands behind.
 */
export function pagingHeaders(
  path: string,
  { page, perPage, total }: Paging,
  asked: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / perPage));
  const rest = Object.entries(asked)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
    .join('');
  const link = (to: number, rel: string) => `<${path}?page=${to}&per_page=${perPage}${rest}>; rel="${rel}"`;
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')];
  return { 'X-Total-Count': String(total), Link: links.join(', ') };
}
