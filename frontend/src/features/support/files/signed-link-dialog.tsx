import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import type { FileDetail } from '@subscription-site/shared/contracts';
import { errorMessage } from '../../../lib/api/messages';
import { Button } from '../../../ui/buttons/button';
import { CopyButton } from '../../../ui/buttons/copy-button';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Callout } from '../../../ui/feedback/callout';
import { SelectField } from '../../../ui/forms/select-field';
import { createLink } from './files-api';

const HOUR = 3600;
const LIFETIMES = [
  { seconds: HOUR, label: '1 hour' },
  { seconds: 24 * HOUR, label: '1 day' },
  { seconds: 7 * 24 * HOUR, label: '7 days' },
];

/** Creates a link that works for anyone until it expires. */
export function SignedLinkDialog({ file, onClose }: { file: FileDetail; onClose: () => void }) {
  const [seconds, setSeconds] = useState(HOUR);
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => createLink(file, seconds) });
  const create = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  const url = data && new URL(data.url, window.location.origin).href;
  return (
    <Dialog open onClose={onClose} title="Create signed link">
      <form noValidate onSubmit={create} className="grid gap-5">
        <p className="text-small text-ink-soft">
          Anyone with the link can download this file until the link expires. It can’t be revoked.
        </p>
        <SelectField
          label="Valid for"
          name="lifetime"
          value={seconds}
          onChange={(event) => setSeconds(Number(event.target.value))}
        >
          {LIFETIMES.map((lifetime) => (
            <option key={lifetime.seconds} value={lifetime.seconds}>
              {lifetime.label}
            </option>
          ))}
        </SelectField>
        {error ? (
          <Callout tone="danger" title="Couldn’t create link">
            <p>{errorMessage(error)}</p>
          </Callout>
        ) : null}
        {url ? (
          <output className="grid gap-3 border border-rule bg-well p-4">
            <span className="code text-fine break-all">{url}</span>
            <span className="text-fine text-ink-soft">
              Expires <Timestamp at={data.expiresAt} />
            </span>
            <span className="flex flex-wrap gap-3">
              <CopyButton text={url} label="Copy link" copied="Link copied." />
            </span>
          </output>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            {url ? 'Done' : 'Cancel'}
          </Button>
          <Button
            type="submit"
            variant={url ? 'outline' : undefined}
            busyLabel={isPending && 'One moment...'}
          >
            {url ? 'Create another' : 'Create link'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
