import { useRef, useState } from 'react';
import type { Factor } from '@supabase/auth-js';
import type { User } from '../../../lib/session/auth-client';
import { useAuth } from '../../../lib/session/auth-context';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { toastSuccess } from '../../../ui/toast';
import { useSubmission } from '../../../ui/use-submission';
import { makeRecoveryCodes } from '../api/recovery-codes';
import { regainFocus } from '../regain-focus';
import { problemIn, problemOf } from '../refusals';
import { EnrolDialog } from './enrol-dialog';
import { FactorRow } from './factor-row';
import { RecoveryCodesLeft } from './recovery-codes-left';
import { RecoveryCodesSlip } from './recovery-codes-slip';
import { SecuritySection } from './security-section';

/** The authenticator apps whose codes signing in asks for, and the codes for the day they are lost. */
export function TwoStepSection({ account, onChanged }: { account: User; onChanged: () => Promise<void> }) {
  const { connect } = useAuth();
  const { busy, run } = useSubmission();
  const [enrolling, setEnrolling] = useState(false);
  const [removing, setRemoving] = useState<Factor>();
  const [codes, setCodes] = useState<string[]>();
  const heading = useRef<HTMLHeadingElement>(null);
  const factors = (account.factors ?? []).filter(({ status }) => status === 'verified');
  const on = factors.length > 0;

  const makeCodes = () =>
    problemIn('No recovery codes were made', async () => setCodes(await makeRecoveryCodes()));
  const added = async (name: string) => {
    setEnrolling(false);
    toastSuccess(
      on
        ? { title: 'App added', description: `${name} shows codes for this account from now on.` }
        : { title: 'Two-step sign-in is on', description: 'From now on signing in asks for a code as well.' },
    );
    if (!on) await run(makeCodes);
    await onChanged();
  };
  const remove = async ({ id: factorId }: Factor) => {
    const client = await connect();
    const { error } = await client.mfa.unenroll({ factorId });
    if (error) return problemOf(client, 'Not removed', error);
    // What this session has shown may count no more: its token is to say so.
    await client.refreshSession();
    return undefined;
  };
  const removed = async () => {
    setRemoving(undefined);
    if (factors.length === 1) {
      setCodes(undefined);
      toastSuccess({
        title: 'Two-step sign-in is off',
        description: 'Signing in asks for no code any more.',
      });
    } else toastSuccess({ title: 'App removed', description: 'Its codes work no more.' });
    await onChanged();
    regainFocus(heading.current);
  };

  return (
    <SecuritySection
      headingRef={heading}
      title="Two-step sign-in"
      lead="Signing in asks for your password and for a code that an app on your phone shows. A stolen password alone opens nothing then."
    >
      <div className="grid gap-6">
        {on ? (
          <ul className="border border-rule bg-sheet" aria-label="Authenticator apps">
            {factors.map((factor) => (
              <FactorRow key={factor.id} factor={factor} onRemove={() => setRemoving(factor)} />
            ))}
          </ul>
        ) : null}
        <div>
          <Button
            variant={on ? 'outline' : 'ink'}
            busyLabel={busy && 'Making recovery codes...'}
            onClick={() => setEnrolling(true)}
          >
            {on ? 'Add another app' : 'Turn on two-step sign-in'}
          </Button>
        </div>
        {codes ? (
          <RecoveryCodesSlip codes={codes} onSaved={() => setCodes(undefined)} />
        ) : on && !busy ? (
          <RecoveryCodesLeft make={makeCodes} />
        ) : null}
      </div>
      {enrolling ? (
        <EnrolDialog
          taken={(account.factors ?? []).map((factor) => factor.friendly_name ?? '')}
          onAdded={(name) => void added(name)}
          onClose={() => setEnrolling(false)}
        />
      ) : null}
      {removing ? (
        <ConfirmDialog
          title={`Remove ${removing.friendly_name || 'this app'}?`}
          press="Remove"
          keep="Keep it"
          act={() => remove(removing)}
          onDone={() => void removed()}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            {factors.length === 1
              ? 'It is the only one: two-step sign-in is off afterwards, and your recovery codes work no more.'
              : 'Its codes work no more. If you signed in with it, you are asked for a code of another app next.'}
          </p>
        </ConfirmDialog>
      ) : null}
    </SecuritySection>
  );
}
