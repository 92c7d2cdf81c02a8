import { errorMessage } from '../../../lib/api/messages';
import type { User } from '../../../lib/session/auth-client';
import { useAuth } from '../../../lib/session/auth-context';
import { verifiedFactors } from '../../../lib/session/factors';
import { useSignInMethods } from '../../../lib/session/sign-in-methods';
import { useLoad } from '../../../lib/use-load';
import { Button } from '../../../ui/buttons/button';
import { Callout } from '../../../ui/feedback/callout';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Skeleton } from '../../../ui/feedback/loading';
import { fetchAccount } from '../api/account';
import { fetchSessions } from '../api/sessions';
import { EmailSection } from './email-section';
import { IdentitiesSection } from './identities-section';
import { PasskeysSection } from './passkeys-section';
import { PasswordSection } from './password-section';
import { SessionsSection } from './sessions-section';
import { TwoFactorSection } from './two-factor/two-factor-section';

/** Everything users can change about how they sign in. `consolePath` is where staff continue after enrolling a second factor. */
export function SecurityScreen({ user, consolePath }: { user: User; consolePath?: string }) {
  const { connect } = useAuth();
  const { passkeys, providers } = useSignInMethods();
  const account = useLoad(`account of ${user.id}`, async () => fetchAccount(await connect()));
  const sessions = useLoad(`sessions of ${user.id}`, fetchSessions);
  // A new password or a first factor signs out other devices.
  const changed = async () => {
    await Promise.all([account.reload(), sessions.reload()]);
  };
  return (
    <div className="mx-auto max-w-page px-5 pt-12 wrap-anywhere sm:pt-16">
      <h1 className="text-h2">Account security</h1>
      <p className="mt-3 mb-10 text-lead text-ink-soft">{account.value?.email ?? user.email}</p>
      {account.status === 'loading' ? <ScreenSkeleton /> : null}
      {account.status === 'failed' ? (
        <div role="alert">
          <EmptyState
            title="Your account couldn't be loaded"
            action={<Button onClick={() => void account.reload()}>Try again</Button>}
          >
            {errorMessage(account.error)}
          </EmptyState>
        </div>
      ) : null}
      {account.value ? (
        <>
          {consolePath && verifiedFactors(account.value).length === 0 ? <EnrollmentCallout /> : null}
          <PasswordSection account={account.value} onChanged={changed} />
          <EmailSection account={account.value} onChanged={changed} />
          <TwoFactorSection account={account.value} onChanged={changed} consolePath={consolePath} />
          {passkeys ? <PasskeysSection /> : null}
          {providers.length > 0 ? (
            <IdentitiesSection account={account.value} providers={providers} onChanged={changed} />
          ) : null}
          <SessionsSection sessions={sessions} />
        </>
      ) : null}
    </div>
  );
}

function EnrollmentCallout() {
  return (
    <Callout tone="marker" title="Set up two-factor authentication to continue" className="mb-9">
      <p>
        Staff accounts need a second factor. Turn on two-factor authentication below, save your recovery
        codes, and we&apos;ll take you back to the support console.
      </p>
    </Callout>
  );
}

function ScreenSkeleton() {
  return (
    <output className="block">
      <span className="sr-only">Loading your account...</span>
      {[0, 1, 2].map((index) => (
        <span key={index} className="grid gap-4 border-t-2 border-rule py-9">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="w-3/5" />
          <Skeleton className="h-12 w-full max-w-form" />
        </span>
      ))}
    </output>
  );
}
