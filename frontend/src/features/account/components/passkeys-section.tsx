import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { PasskeyListItem } from '@supabase/auth-js';
import { useAuth } from '../../../lib/session/auth-context';
import { passkeyErrorMessage } from '../../../lib/session/passkeys';
import { Button } from '../../../ui/buttons/button';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { Dialog } from '../../../ui/dialogs/dialog';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { toastSuccess } from '../../../ui/feedback/toast';
import { useSubmit } from '../../../ui/forms/use-submit';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { useAuthQueries } from '../api/queries';
import { restoreFocus } from '../../../ui/focus/restore-focus';
import { authFormError } from '../form-errors';
import { NameForm } from './name-form';
import { LoadError } from '../../../ui/feedback/load-error';
import { ItemList } from '../../../ui/data-display/item-list';
import { PasskeyRow } from './passkey-row';
import { TitledSection } from '../../../ui/layout/titled-section';

const MAX_NAME_LENGTH = 120;

export function PasskeysSection() {
  const { connect } = useAuth();
  const { busy, formError, run, clearFormError } = useSubmit();
  const { isPending, isLoadingError, data, error, refetch } = useQuery(useAuthQueries().passkeys);
  const [naming, setNaming] = useState<{ id: string; name: string }>();
  const [removing, setRemoving] = useState<PasskeyListItem>();
  const heading = useRef<HTMLHeadingElement>(null);

  const add = () =>
    run(async () => {
      const client = await connect();
      const { error } = await client.registerPasskey();
      if (error) return { title: 'Couldn’t add passkey', description: passkeyErrorMessage(error) };
      toastSuccess({ title: 'Passkey added', description: 'You can now sign in with it.' });
      await refetch();
      return undefined;
    });
  const rename = async (passkeyId: string, friendlyName: string) => {
    const client = await connect();
    const { error } = await client.passkey.update({ passkeyId, friendlyName });
    return authFormError(client, 'Couldn’t rename passkey', error);
  };
  const renamed = async (name: string) => {
    setNaming(undefined);
    clearFormError();
    toastSuccess({ title: 'Passkey renamed', description: `It’s now called ${name}.` });
    await refetch();
    restoreFocus(heading.current);
  };
  const remove = async ({ id: passkeyId }: PasskeyListItem) => {
    const client = await connect();
    const { error } = await client.passkey.delete({ passkeyId });
    if (error) return authFormError(client, 'Couldn’t remove passkey', error);
    // If the session was started with this passkey, its assurance level has dropped; get a token that reflects that.
    await client.refreshSession();
    return undefined;
  };
  const removed = async () => {
    setRemoving(undefined);
    clearFormError();
    toastSuccess({ title: 'Passkey removed', description: 'You can no longer sign in with it.' });
    await refetch();
    restoreFocus(heading.current);
  };

  return (
    <TitledSection
      headingRef={heading}
      title="Passkeys"
      lead="Sign in with your fingerprint, face, or screen lock. Nothing to type, and nothing to steal."
    >
      <div className="grid gap-6">
        {isPending ? <Skeleton className="w-56" /> : null}
        {isLoadingError ? (
          <LoadError title="Your passkeys couldn’t be loaded" error={error} onRetry={() => void refetch()} />
        ) : null}
        {data && data.length > 0 ? (
          <ItemList name="Passkeys">
            {data.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onRename={() => setNaming({ id: passkey.id, name: passkey.friendly_name ?? '' })}
                onRemove={() => setRemoving(passkey)}
              />
            ))}
          </ItemList>
        ) : null}
        <FormErrorAlert error={formError} />
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
            hint="For example, the device or password manager that stores it."
            name={naming.name}
            maxLength={MAX_NAME_LENGTH}
            submitLabel="Save"
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
          confirmLabel="Remove"
          cancelLabel="Keep it"
          action={() => remove(removing)}
          onDone={() => void removed()}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            You won’t be able to sign in with it anymore. Remember to delete it from your device or password
            manager too.
          </p>
        </ConfirmDialog>
      ) : null}
    </TitledSection>
  );
}
