import { useRef, useState } from 'react';
import type { Provider, UserIdentity } from '@supabase/auth-js';
import { providerName } from '../../../content/providers';
import type { User } from '../../../lib/session/auth-client';
import { useAuth } from '../../../lib/session/auth-context';
import type { OtherSite } from '../../../lib/session/ways-in';
import { OnDay } from '../../../ui/ago';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { FormProblem } from '../../../ui/form-problem';
import { toastSuccess } from '../../../ui/toast';
import { useSubmission } from '../../../ui/use-submission';
import { regainFocus } from '../regain-focus';
import { problemOf } from '../refusals';
import { OwnedList, OwnedRow, RowName } from './owned-list';
import { SecuritySection } from './security-section';

/** The accounts elsewhere that open this one. */
export function IdentitiesSection(props: {
  account: User;
  /** Where one may sign in, as this installation offers it. */
  providers: readonly OtherSite[];
  onChanged: () => Promise<void>;
}) {
  const { account, providers, onChanged } = props;
  const { connect } = useAuth();
  const { problem, run, forget } = useSubmission();
  const [removing, setRemoving] = useState<UserIdentity>();
  const heading = useRef<HTMLHeadingElement>(null);
  const all = account.identities ?? [];
  const elsewhere = all.filter(({ provider }) => provider !== 'email' && provider !== 'phone');
  const open = providers.filter(({ id }) => !elsewhere.some(({ provider }) => provider === id));
  const nameOf = (provider: string) =>
    providerName(provider, providers.find(({ id }) => id === provider)?.givenName);

  const link = (provider: string) =>
    run(async () => {
      const client = await connect();
      const options = { redirectTo: `${window.location.origin}${window.location.pathname}` };
      const { error } = await client.linkIdentity({ provider: provider as Provider, options });
      return problemOf(client, 'Not connected', error);
    });
  const remove = async (identity: UserIdentity) => {
    const client = await connect();
    const { error } = await client.unlinkIdentity(identity);
    return error?.code === 'single_identity_not_deletable'
      ? {
          title: 'Not disconnected',
          description: "It's the only way to sign in to this account. Set a password first.",
        }
      : problemOf(client, 'Not disconnected', error);
  };
  const removed = async () => {
    setRemoving(undefined);
    forget();
    toastSuccess({ title: 'Disconnected', description: 'You can no longer sign in with it.' });
    await onChanged();
    regainFocus(heading.current);
  };

  return (
    <SecuritySection
      headingRef={heading}
      title="Connected accounts"
      lead="Sign in with an account from another service instead of a password."
    >
      <div className="grid gap-6">
        {elsewhere.length > 0 ? (
          <OwnedList name="Connected accounts">
            {elsewhere.map((identity) => (
              <IdentityRow
                key={identity.identity_id}
                identity={identity}
                name={nameOf(identity.provider)}
                onRemove={() => setRemoving(identity)}
              />
            ))}
          </OwnedList>
        ) : null}
        {open.length > 0 ? (
          <div className="flex flex-wrap gap-3">
            {open.map(({ id }) => (
              <Button key={id} variant="outline" onClick={() => void link(id)}>
                Connect {nameOf(id)}
              </Button>
            ))}
          </div>
        ) : null}
        <FormProblem problem={problem} />
      </div>
      {removing ? (
        <ConfirmDialog
          title={`Disconnect ${nameOf(removing.provider)}?`}
          press="Disconnect"
          keep="Keep it"
          act={() => remove(removing)}
          onDone={() => void removed()}
          onClose={() => setRemoving(undefined)}
        >
          <p>You won&apos;t be able to sign in with it until you connect it again.</p>
        </ConfirmDialog>
      ) : null}
    </SecuritySection>
  );
}

function IdentityRow(props: { identity: UserIdentity; name: string; onRemove: () => void }) {
  const { identity, name, onRemove } = props;
  const email: unknown = identity.identity_data?.['email'];
  return (
    <OwnedRow
      name={<RowName>{name}</RowName>}
      note={
        <>
          {typeof email === 'string' ? <span className="wrap-anywhere">{email}, </span> : null}
          {identity.created_at ? (
            <>
              connected <OnDay at={identity.created_at} />
            </>
          ) : null}
        </>
      }
    >
      <Button variant="outline" size="small" onClick={onRemove}>
        Disconnect<span className="sr-only"> {name}</span>
      </Button>
    </OwnedRow>
  );
}
