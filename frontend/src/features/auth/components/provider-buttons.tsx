import type { Provider } from '@supabase/auth-js';
import { providerName } from '../../../content/providers';
import { failureOf } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import type { OtherSite } from '../../../lib/session/ways-in';
import { Button } from '../../../ui/button';
import { FormProblem } from '../../../ui/form-problem';
import { useSubmission } from '../../../ui/use-submission';

/** Leads to the sites where one may sign in instead; they lead back. Nothing where there are none. */
export function ProviderButtons(props: { providers: readonly OtherSite[]; returnTo: string | undefined }) {
  const { providers, returnTo } = props;
  const { connect } = useAuth();
  const { problem, run } = useSubmission();
  const leave = (provider: string) =>
    run(async () => {
      const next = returnTo ? `?next=${encodeURIComponent(returnTo)}` : '';
      const options = { redirectTo: `${window.location.origin}/auth${next}` };
      const client = await connect();
      const { error } = await client.signInWithOAuth({ provider: provider as Provider, options });
      const failure = failureOf(error);
      return failure ? { title: 'Sign in failed', description: failure.message, toasted: true } : undefined;
    });
  if (providers.length === 0) return null;
  return (
    <div className="grid gap-3">
      {providers.map(({ id, givenName }) => (
        <Button key={id} variant="outline" onClick={() => void leave(id)}>
          Continue with {providerName(id, givenName)}
        </Button>
      ))}
      <FormProblem problem={problem} />
    </div>
  );
}
