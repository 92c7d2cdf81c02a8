import { useRef, useState } from 'react';
import type { PasskeyListItem } from '@supabase/auth-js';
import { useAuth } from '../../../lib/session/auth-context';
import { passkeySentence } from '../../../lib/session/passkeys';
import { useLoad } from '../../../lib/use-load';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { Dialog } from '../../../ui/dialog';
import { FormProblem } from '../../../ui/form-problem';
import { toastSuccess } from '../../../ui/toast';
import { useSubmission } from '../../../ui/use-submission';
import { Skeleton } from '../../../ui/waiting';
import { fetchPasskeys } from '../api/account';
import { regainFocus } from '../regain-focus';
import { problemOf } from '../refusals';
import { NameForm } from './name-form';
import { NotLoaded } from './not-loaded';
import { OwnedList } from './owned-list';
import { PasskeyRow } from './passkey-row';
import { SecuritySection } from './security-section';

const LONGEST_NAME = 120;

/** The passkeys that open the account. */
export function PasskeysSection() {
  const { connect } = useAuth();
  const { busy, problem, run, forget } = useSubmission();
  const { status, value, fault, reload } = useLoad('passkeys', async () => fetchPasskeys(await connect()));
  const [naming, setNaming] = useState<{ id: string; name: string }>();
  const [removing, setRemoving] = useState<PasskeyListItem>();
  const heading = useRef<HTMLHeadingElement>(null);

  const add = () =>
    run(async () => {
      const client = await connect();
      const { error } = await client.registerPasskey();
      if (error) return { title: 'No passkey was added', description: passkeySentence(error) };
      toastSuccess({ title: 'Passkey added', description: 'You can sign in with it from now on.' });
      await reload();
      return undefined;
    });
  const rename = async (passkeyId: string, friendlyName: string) => {
    const client = await connect();
    const { error } = await client.passkey.update({ passkeyId, friendlyName });
    return problemOf(client, 'Not renamed', error);
  };
  const renamed = async (name: string) => {
    setNaming(undefined);
    forget();
    toastSuccess({ title: 'Passkey renamed', description: `It is called ${name} now.` });
    await reload();
    regainFocus(heading.current);
  };
  const remove = async ({ id: passkeyId }: PasskeyListItem) => {
    const client = await connect();
    const { error } = await client.passkey.delete({ passkeyId });
    if (error) return problemOf(client, 'Not removed', error);
    // A session that it opened may lack the second step now: its token is to say so.
    await client.refreshSession();
    return undefined;
  };
  const removed = async () => {
    setRemoving(undefined);
    forget();
    toastSuccess({ title: 'Passkey removed', description: 'It opens this account no more.' });
    await reload();
    regainFocus(heading.current);
  };

  return (
    <SecuritySection
      headingRef={heading}
      title="Passkeys"
      lead="Sign in with your fingerprint, your face or the lock of your device. There is nothing to type, and nothing to steal."
    >
      <div className="grid gap-6">
        {status === 'loading' ? <Skeleton className="w-56" /> : null}
        {status === 'failed' ? (
          <NotLoaded title="Your passkeys could not be loaded" fault={fault} onRetry={() => void reload()} />
        ) : null}
        {value && value.length > 0 ? (
          <OwnedList name="Passkeys">
            {value.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onRename={() => setNaming({ id: passkey.id, name: passkey.friendly_name ?? '' })}
                onRemove={() => setRemoving(passkey)}
              />
            ))}
          </OwnedList>
        ) : null}
        <FormProblem problem={problem} />
        <div>
          <Button
            variant="outline"
            busyLabel={busy && 'Waiting for your device...'}
            onClick={() => void add()}
          >
            Add a passkey
          </Button>
        </div>
      </div>
      {naming ? (
        <Dialog open onClose={() => setNaming(undefined)} title="Rename this passkey">
          <NameForm
            title="Passkey"
            hint="The device or password manager that keeps it."
            name={naming.name}
            longest={LONGEST_NAME}
            press="Save"
            busyLabel="Saving..."
            save={(name) => rename(naming.id, name)}
            onDone={(name) => void renamed(name)}
            onCancel={() => setNaming(undefined)}
          />
        </Dialog>
      ) : null}
      {removing ? (
        <ConfirmDialog
          title={`Remove ${removing.friendly_name || 'this passkey'}?`}
          press="Remove"
          keep="Keep it"
          act={() => remove(removing)}
          onDone={() => void removed()}
          onClose={() => setRemoving(undefined)}
        >
          <p>It opens this account no more. Delete it from your device or password manager as well.</p>
        </ConfirmDialog>
      ) : null}
    </SecuritySection>
  );
}
