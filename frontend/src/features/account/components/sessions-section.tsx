import { useRef, useState } from 'react';
import type { AccountSession } from '@subscription-site/shared/contracts';
import { sentenceOf } from '../../../lib/api/messages';
import { useAuth } from '../../../lib/session/auth-context';
import type { Loaded } from '../../../lib/use-load';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { EmptyState } from '../../../ui/empty-state';
import { FormProblem } from '../../../ui/form-problem';
import { toastSuccess } from '../../../ui/toast';
import { useSubmission } from '../../../ui/use-submission';
import { Skeleton } from '../../../ui/waiting';
import { endSession } from '../api/sessions';
import { regainFocus } from '../regain-focus';
import { problemIn, problemOf } from '../refusals';
import { OwnedList } from './owned-list';
import { SecuritySection } from './security-section';
import { SessionRow } from './session-row';

const NOT_ENDED = 'Not signed out';

type Sessions = Loaded<AccountSession[]> & { reload: () => Promise<void> };

/** Where the account is signed in, and how to end that. */
export function SessionsSection({ sessions }: { sessions: Sessions }) {
  const { connect } = useAuth();
  const { busy, problem, run } = useSubmission();
  const [ending, setEnding] = useState<string>();
  const [leaving, setLeaving] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { status, value, fault, reload } = sessions;
  const others = value?.some(({ current }) => !current) ?? false;

  const end = async ({ id, device }: AccountSession) => {
    setEnding(id);
    const done = await run(() => problemIn(NOT_ENDED, () => endSession(id)));
    if (done) {
      const description = `${device ?? 'The device'} no longer has access to your account.`;
      toastSuccess({ title: 'Signed out', description });
    }
    await reload();
    setEnding(undefined);
    regainFocus(heading.current);
  };
  const endOthers = async () => {
    const done = await run(async () => {
      const client = await connect();
      return problemOf(client, NOT_ENDED, (await client.signOut({ scope: 'others' })).error);
    });
    if (done) toastSuccess({ title: 'Signed out', description: 'Only this device is still signed in.' });
    await reload();
    regainFocus(heading.current);
  };
  const endAll = async () => {
    const client = await connect();
    return problemOf(client, NOT_ENDED, (await client.signOut({ scope: 'global' })).error);
  };

  return (
    <SecuritySection
      headingRef={heading}
      title="Where you're signed in"
      lead="Don't recognize a device? Sign it out, then change your password."
    >
      {status === 'loading' ? <SessionsSkeleton /> : null}
      {status === 'failed' ? (
        <div role="alert">
          <EmptyState
            title="Your devices couldn't be loaded"
            action={<Button onClick={() => void reload()}>Try again</Button>}
          >
            {sentenceOf(fault)}
          </EmptyState>
        </div>
      ) : null}
      {value ? (
        <OwnedList name="Devices">
          {value.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={ending === session.id}
              onEnd={() => void end(session)}
            />
          ))}
        </OwnedList>
      ) : null}
      <div className="mt-6 grid gap-6">
        <FormProblem problem={problem} />
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
          <Button variant="danger" onClick={() => setLeaving(true)}>
            Sign out everywhere
          </Button>
        </div>
      </div>
      {leaving ? (
        <ConfirmDialog
          title="Sign out everywhere?"
          press="Sign out everywhere"
          keep="Stay signed in"
          act={endAll}
          onDone={() =>
            toastSuccess({ title: 'Signed out', description: "You're signed out on every device." })
          }
          onClose={() => setLeaving(false)}
        >
          <p>This signs you out on every device, including this one. You&apos;ll need to sign in again.</p>
        </ConfirmDialog>
      ) : null}
    </SecuritySection>
  );
}

function SessionsSkeleton() {
  return (
    <output className="block border border-rule bg-sheet">
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
