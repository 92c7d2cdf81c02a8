import type { EmailFilter } from '@subscription-site/shared/contracts';
import { fetchEmails } from '../api/support-api';
import { usePages } from '../use-pages';

/** Matching emails, page by page. A new filter or `reload` starts from the top. */
export function useEmailList(filter: EmailFilter) {
  return usePages(JSON.stringify(filter), (cursor) => fetchEmails(filter, cursor));
}
