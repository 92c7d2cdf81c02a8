import { useState } from 'react';
import type { EmailDetail } from '@subscription-site/shared/contracts';
import { errorMessage } from '../../../lib/api/messages';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Callout } from '../../../ui/feedback/callout';
import { toastSuccess } from '../../../ui/feedback/toast';
import { cancelEmail } from '../api/support-api';

export function CancelDialog({ email, onClose }: { email: EmailDetail; onClose: (acted: boolean) => void }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const stop = async () => {
    setBusy(true);
    try {
      await cancelEmail(email.id);
      toastSuccess({ title: 'Email canceled', description: `“${email.subject}” won't be retried.` });
      onClose(true);
    } catch (thrown) {
      setError(errorMessage(thrown));
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={() => onClose(error !== undefined)} title="Cancel this email?">
      <p>
        “{email.subject}” to <span className="wrap-anywhere">{email.recipient}</span>{' '}
        {email.status === 'failed' ? 'will no longer be listed as failed' : 'will not be sent'}. You can
        resend it later.
      </p>
      {error ? (
        <Callout tone="danger" title="Couldn't cancel email" className="mt-4">
          <p>{error}</p>
        </Callout>
      ) : null}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={() => onClose(error !== undefined)}>
          Keep it
        </Button>
        <Button variant="danger" busyLabel={busy && 'One moment...'} onClick={() => void stop()}>
          Yes, cancel it
        </Button>
      </div>
    </Dialog>
  );
}
