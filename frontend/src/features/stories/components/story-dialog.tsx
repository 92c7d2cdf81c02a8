import { lazy, Suspense } from 'react';
import { SHARE } from '../../../content/customer-stories';
import { loadChunk } from '../../../lib/hydration/load-chunk';
import { siteConfig } from '../../../lib/config/site-config';
import { useHasOpened } from '../../../ui/dialogs/use-has-opened';
import { PageDialog } from '../../../ui/dialogs/page-dialog';
import { Loading } from '../../../ui/feedback/loading';

const StoryForm = lazy(async () => ({
  default: (await loadChunk(() => import('./story-form'))).StoryForm,
}));

/**
 * The dialog to share a story. Loads its form when first opened; without JavaScript it shows an email
 * address.
 */
export function StoryDialog({ id }: { id: string }) {
  const { supportEmail } = siteConfig();
  const opened = useHasOpened(id);
  const waiting = <Loading label="Loading..." className="min-h-40 noscript:hidden" />;
  return (
    <PageDialog id={id} title={SHARE.button}>
      {opened ? (
        <Suspense fallback={waiting}>
          <StoryForm />
        </Suspense>
      ) : (
        waiting
      )}
      <p className="hidden noscript:block">
        {SHARE.byEmail}{' '}
        <a href={`mailto:${supportEmail}`} className="text-link">
          {supportEmail}
        </a>
      </p>
    </PageDialog>
  );
}
