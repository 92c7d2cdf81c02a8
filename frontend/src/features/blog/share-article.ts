import { siteConfig } from '../../lib/config/site-config';
import { loadChunk } from '../../lib/hydration/load-chunk';

/** Opens the system's share sheet, or copies the link where there is none. */
export async function shareArticle(title: string): Promise<void> {
  const url = window.location.origin + window.location.pathname;
  if (typeof navigator.share === 'function') {
    const outcome = await navigator.share({ title, url }).then(
      () => 'shared',
      (error: unknown) =>
        error instanceof DOMException && error.name === 'AbortError' ? 'dismissed' : 'failed',
    );
    if (outcome !== 'failed') return;
  }
  const { toastError, toastSuccess } = await loadChunk(() => import('../../ui/feedback/toast'));
  try {
    await navigator.clipboard.writeText(url);
    toastSuccess({
      title: 'Link copied',
      description: 'Paste it wherever you’d like to share this article.',
    });
  } catch {
    toastError({ title: 'The link couldn’t be copied', description: `Copy it from here: ${url}` });
  }
}

/** A new email with the article's link, for browsers without JavaScript. */
export function shareMailto(id: string, title: string): string {
  const url = `${siteConfig().siteUrl}/blog/${id}`;
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;
}
