import { SHARE } from '../../../content/customer-stories';
import { StoryDialog } from '../../../features/stories/components/story-dialog';
import { CtaPanel } from '../../../ui/layout/cta-panel';
import { DialogOpener } from '../../../ui/dialogs/page-dialog';
import { staticContent } from '../../../lib/hydration/static-content';

const DIALOG_ID = 'share-your-story';
const Stories = await staticContent(() => import('./customer-stories-content'));

/** Customer stories and the form to share one. */
export function Page() {
  return (
    <>
      <Stories />
      <CtaPanel headline={SHARE.headline} text={SHARE.text}>
        <DialogOpener dialogId={DIALOG_ID} variant="on-marker" size="large">
          {SHARE.button}
        </DialogOpener>
      </CtaPanel>
      <StoryDialog id={DIALOG_ID} />
    </>
  );
}
