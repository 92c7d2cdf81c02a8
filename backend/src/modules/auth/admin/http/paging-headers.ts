export interface Paging {
  page: number;
  perPage: number;
  total: number;
}

/**
 * Pagination headers. Client libraries parse `Link` crudely: `page` must be the first query parameter, and commas may only separate
 * links. Other query parameters in `filters` are appended.
 */
export function pagingHeaders(
  path: string,
  { page, perPage, total }: Paging,
  filters: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / perPage));
  const suffix = Object.entries(filters)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
    .join('');
  const link = (target: number, rel: string) =>
    `<${path}?page=${target}&per_page=${perPage}${suffix}>; rel="${rel}"`;
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')];
  return { 'X-Total-Count': String(total), Link: links.join(', ') };
}
