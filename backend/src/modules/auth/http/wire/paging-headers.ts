export interface Paging {
  page: number;
  perPage: number;
  total: number;
}

/**
 * What clients page by. They read the first parameter of each address alone and take everything between commas for one link, so
 * `page` stands first and nothing else has a comma.
 */
export function pagingHeaders(path: string, { page, perPage, total }: Paging): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (to: number, rel: string) => `<${path}?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')];
  return { 'X-Total-Count': String(total), Link: links.join(', ') };
}
