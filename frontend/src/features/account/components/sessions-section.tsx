import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { AccountSession } from '@subscription-site/shared/contracts';
import { errorMessage } from '../../../lib/api/messages';
import { useAuth } from '../../../lib/session/auth-context';
import { Button } from '../../../ui/buttons/button';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { toastSuccess } from '../../../ui/feedback/toast';
import { useSubmit } from '../../../ui/forms/use-submit';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { sessionsQuery } from '../api/queries';
import { endSession } from '../api/sessions';
import { restoreFocus } from '../../../ui/focus/restore-focus';
import { catchFormError } from '../../../ui/forms/catch-form-error';
import { authFormError } from '../form-errors';
import { ItemList } from '../../../ui/data-display/item-list';
import { TitledSection } from '../../../ui/layout/titled-section';
import { SessionRow } from './session-row';

const SIGN_OUT_FAILED = 'Couldn’t sign out';

export function SessionsSection() {
  const { connect } = useAuth();
  const { busy, formError, run } = useSubmit();
  const [ending, setEnding] = useState<string>();
  const [confirming, setConfirming] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { isPending, isLoadingError, data, error, refetch } = useQuery(sessionsQuery);
  const others = data?.some(({ current }) => !current) ?? false;

  const end = async ({ id, device }: AccountSession) => {
    setEnding(id);
    const done = await run(() => catchFormError(SIGN_OUT_FAILED, () => endSession(id)));
    if (done) {
      const description = `${device ?? 'The device'} no longer has access to your account.`;
      toastSuccess({ title: 'Signed out', description });
    }
    await refetch();
    setEnding(undefined);
    restoreFocus(heading.current);
  };
  const endOthers = async () => {
    const done = await run(async () => {
      const client = await connect();
      return authFormError(client, SIGN_OUT_FAILED, (await client.signOut({ scope: 'others' })).error);
    });
    if (done) toastSuccess({ title: 'Signed out', description: 'Only this device is still signed in.' });
    await refetch();
    restoreFocus(heading.current);
  };
  const endAll = async () => {
    const client = await connect();
    return authFormError(client, SIGN_OUT_FAILED, (await client.signOut({ scope: 'global' })).error);
  };

  return (
    <TitledSection
      headingRef={heading}
      title="Where you’re signed in"
      lead="Don’t recognize a device? Sign it out, then change your password."
    >
      {isPending ? <SessionsSkeleton /> : null}
      {isLoadingError ? (
        <div role="alert">
          <EmptyState
            title="Your devices couldn’t be loaded"
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          >
            {errorMessage(error)}
          </EmptyState>
        </div>
      ) : null}
      {data ? (
        <ItemList name="Devices">
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={ending === session.id}
              onEnd={() => void end(session)}
            />
          ))}
        </ItemList>
      ) : null}
      <div className="mt-6 grid gap-6">
        <FormErrorAlert error={formError} />
        <div className="flex flex-wrap gap-3">
          {others ? (
            <Button
              variant="outline"
              busyLabel={busy && !ending && 'One moment...'}
              onClick={() => void endOthers()}
            >
              Sign out everywhere else
            </Button>
          ) : null}
          <Button variant="danger" onClick={() => setConfirming(true)}>
            Sign out everywhere
          </Button>
        </div>
      </div>
      {confirming ? (
        <ConfirmDialog
          title="Sign out everywhere?"
          confirmLabel="Sign out everywhere"
          cancelLabel="Stay signed in"
          action={endAll}
          onDone={() =>
            toastSuccess({ title: 'Signed out', description: 'You’re signed out on every device.' })
          }
          onClose={() => setConfirming(false)}
        >
          <p>This signs you out on every device, including this one. You’ll need to sign in again.</p>
        </ConfirmDialog>
      ) : null}
    </TitledSection>
  );
}

function SessionsSkeleton() {
  return (
    <output className="block border border-rule bg-card">
      <span className="sr-only">Loading your devices...</span>
      {['w-2/5', 'w-1/2'].map((width) => (
        <span key={width} className="grid gap-2.5 border-b border-rule px-5 py-5 last:border-b-0">
          <Skeleton className={width} />
          <Skeleton className="h-3 w-1/4" />
        </span>
      ))}
    </output>
  );
}
