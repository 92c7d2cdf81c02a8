import { useRef, useState } from 'react';
import type { Provider, UserIdentity } from '@supabase/auth-js';
import { providerName } from '../../../content/providers';
import type { User } from '../../../lib/session/auth-client';
import { useAuth } from '../../../lib/session/auth-context';
import type { OAuthProvider } from '../../../lib/session/sign-in-methods';
import { ShortDate } from '../../../ui/data-display/relative-time';
import { Button } from '../../../ui/buttons/button';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { toastSuccess } from '../../../ui/feedback/toast';
import { useSubmit } from '../../../ui/forms/use-submit';
import { useReloadAccount } from '../api/queries';
import { restoreFocus } from '../../../ui/focus/restore-focus';
import { authFormError } from '../form-errors';
import { ItemList, ItemRow, ItemName } from '../../../ui/data-display/item-list';
import { TitledSection } from '../../../ui/layout/titled-section';

/** OAuth identities connected to the account. */
export function IdentitiesSection(props: {
  account: User;
  /** Providers this installation offers. */
  providers: readonly OAuthProvider[];
}) {
  const { account, providers } = props;
  const reloadAccount = useReloadAccount();
  const { connect } = useAuth();
  const { formError, run, clearFormError } = useSubmit();
  const [removing, setRemoving] = useState<UserIdentity>();
  const heading = useRef<HTMLHeadingElement>(null);
  const all = account.identities ?? [];
  const connected = all.filter(({ provider }) => provider !== 'email' && provider !== 'phone');
  const available = providers.filter(({ id }) => !connected.some(({ provider }) => provider === id));
  const getProviderName = (provider: string) =>
    providerName(provider, providers.find(({ id }) => id === provider)?.displayName);

  const link = (provider: string) =>
    run(async () => {
      const client = await connect();
      const options = { redirectTo: `${window.location.origin}${window.location.pathname}` };
      const { error } = await client.linkIdentity({ provider: provider as Provider, options });
      return authFormError(client, 'Couldn’t connect account', error);
    });
  const remove = async (identity: UserIdentity) => {
    const client = await connect();
    const { error } = await client.unlinkIdentity(identity);
    return error?.code === 'single_identity_not_deletable'
      ? {
          title: 'Couldn’t disconnect account',
          description: 'It’s the only way to sign in to this account. Set a password first.',
        }
      : authFormError(client, 'Couldn’t disconnect account', error);
  };
  const removed = async () => {
    setRemoving(undefined);
    clearFormError();
    toastSuccess({ title: 'Disconnected', description: 'You can no longer sign in with it.' });
    await reloadAccount();
    restoreFocus(heading.current);
  };

  return (
    <TitledSection
      headingRef={heading}
      title="Connected accounts"
      lead="Sign in with an account from another service instead of a password."
    >
      <div className="grid gap-6">
        {connected.length > 0 ? (
          <ItemList name="Connected accounts">
            {connected.map((identity) => (
              <IdentityRow
                key={identity.identity_id}
                identity={identity}
                name={getProviderName(identity.provider)}
                onRemove={() => setRemoving(identity)}
              />
            ))}
          </ItemList>
        ) : null}
        {available.length > 0 ? (
          <div className="flex flex-wrap gap-3">
            {available.map(({ id }) => (
              <Button key={id} variant="outline" onClick={() => void link(id)}>
                Connect {getProviderName(id)}
              </Button>
            ))}
          </div>
        ) : null}
        <FormErrorAlert error={formError} />
      </div>
      {removing ? (
        <ConfirmDialog
          title={`Disconnect ${getProviderName(removing.provider)}?`}
          confirmLabel="Disconnect"
          cancelLabel="Keep it"
          action={() => remove(removing)}
          onDone={() => void removed()}
          onClose={() => setRemoving(undefined)}
        >
          <p>You won’t be able to sign in with it until you connect it again.</p>
        </ConfirmDialog>
      ) : null}
    </TitledSection>
  );
}

function IdentityRow(props: { identity: UserIdentity; name: string; onRemove: () => void }) {
  const { identity, name, onRemove } = props;
  const email: unknown = identity.identity_data?.['email'];
  return (
    <ItemRow
      name={<ItemName>{name}</ItemName>}
      details={
        <>
          {typeof email === 'string' ? (
            <>
              <bdi className="wrap-anywhere">{email}</bdi>,{' '}
            </>
          ) : null}
          {identity.created_at ? (
            <>
              connected <ShortDate at={identity.created_at} />
            </>
          ) : null}
        </>
      }
    >
      <Button variant="outline" size="small" onClick={onRemove}>
        Disconnect<span className="sr-only"> {name}</span>
      </Button>
    </ItemRow>
  );
}
