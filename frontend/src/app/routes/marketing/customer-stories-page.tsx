import { SHARE } from '../../../content/customer-stories';
import { StoryDialog } from '../../../features/stories/components/story-dialog';
import { MarkerPanel } from '../../../ui/marker-panel';
import { DialogOpener } from '../../../ui/page-dialog';
import { still } from '../../../ui/still';

const DIALOG_ID = 'share-your-story';
const Stories = await still(() => import('./customer-stories-words'));

/** What teams found, and the way to send in a story of one's own. */
export function Page() {
  return (
    <>
      <Stories />
      <MarkerPanel headline={SHARE.headline} text={SHARE.text}>
        <DialogOpener dialogId={DIALOG_ID} variant="on-marker" size="large">
          {SHARE.button}
        </DialogOpener>
      </MarkerPanel>
      <StoryDialog id={DIALOG_ID} />
    </>
  );
}
