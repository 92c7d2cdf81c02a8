import type { Provider } from '@supabase/auth-js';
import { providerName } from '../../../content/providers';
import { toAuthFailure } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import type { OAuthProvider } from '../../../lib/session/sign-in-methods';
import { Button } from '../../../ui/buttons/button';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { useSubmit } from '../../../ui/forms/use-submit';
import { NOT_SIGNED_IN } from '../not-signed-in';

/** Buttons that redirect to the OAuth providers. Renders nothing without providers. */
export function ProviderButtons(props: {
  providers: readonly OAuthProvider[];
  returnTo: string | undefined;
}) {
  const { providers, returnTo } = props;
  const { connect } = useAuth();
  const { formError, run } = useSubmit(NOT_SIGNED_IN);
  const redirect = (provider: string) =>
    run(async () => {
      const next = returnTo ? `?next=${encodeURIComponent(returnTo)}` : '';
      const options = { redirectTo: `${window.location.origin}/auth${next}` };
      const client = await connect();
      const { error } = await client.signInWithOAuth({ provider: provider as Provider, options });
      const failure = toAuthFailure(error);
      return failure ? { title: 'Sign in failed', description: failure.message } : undefined;
    });
  if (providers.length === 0) return null;
  return (
    <div className="grid gap-3">
      {providers.map(({ id, displayName }) => (
        <Button key={id} variant="outline" onClick={() => void redirect(id)}>
          Continue with {providerName(id, displayName)}
        </Button>
      ))}
      <FormErrorAlert error={formError} />
    </div>
  );
}
