import { SHARE } from '../../../content/customer-stories';
import { StoryForm } from '../../../features/stories/components/story-form';
import { siteConfig } from '../../../lib/config/site-config';
import { MarkerPanel } from '../../../ui/marker-panel';
import { DialogOpener, PageDialog } from '../../../ui/page-dialog';
import { still } from '../../../ui/still';

const DIALOG_ID = 'share-your-story';
const Stories = await still(() => import('./customer-stories-words'));

/** What teams found, and the way to send in a story of one's own. */
export function Page() {
  const { supportEmail } = siteConfig();
  return (
    <>
      <Stories />
      <MarkerPanel headline={SHARE.headline} text={SHARE.text}>
        <DialogOpener dialogId={DIALOG_ID} variant="on-marker" size="large">
          {SHARE.button}
        </DialogOpener>
      </MarkerPanel>
      <PageDialog id={DIALOG_ID} title={SHARE.button}>
        <StoryForm />
        <p className="hidden [@media(scripting:none)]:block">
          {SHARE.byMail}{' '}
          <a href={`mailto:${supportEmail}`} className="inked">
            {supportEmail}
          </a>
        </p>
      </PageDialog>
    </>
  );
}
