import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../../lib/api/messages';
import type { User } from '../../../lib/session/auth-client';
import { verifiedFactors } from '../../../lib/session/factors';
import { useSignInMethods } from '../../../lib/session/sign-in-methods';
import { Button } from '../../../ui/buttons/button';
import { Callout } from '../../../ui/feedback/callout';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Skeleton } from '../../../ui/feedback/loading';
import { useAuthQueries } from '../api/queries';
import { EmailSection } from './email-section';
import { IdentitiesSection } from './identities-section';
import { PasskeysSection } from './passkeys-section';
import { PasswordSection } from './password-section';
import { SessionsSection } from './sessions-section';
import { TwoFactorSection } from './two-factor/two-factor-section';

/** Everything users can change about how they sign in. `consolePath` is where staff continue after enrolling a second factor. */
export function SecurityScreen({ user, consolePath }: { user: User; consolePath?: string }) {
  const { passkeys, providers } = useSignInMethods();
  const { isPending, isLoadingError, data: account, error, refetch } = useQuery(useAuthQueries().user);
  return (
    <div className="mx-auto max-w-page px-5 pt-12 wrap-anywhere sm:pt-16">
      <h1 className="text-h2">Account security</h1>
      <p className="mt-3 mb-10 text-lead text-ink-soft">{account?.email ?? user.email}</p>
      {isPending ? <ScreenSkeleton /> : null}
      {isLoadingError ? (
        <div role="alert">
          <EmptyState
            title="Your account couldn't be loaded"
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          >
            {errorMessage(error)}
          </EmptyState>
        </div>
      ) : null}
      {account ? (
        <>
          {consolePath && verifiedFactors(account).length === 0 ? <EnrollmentCallout /> : null}
          <PasswordSection account={account} />
          <EmailSection account={account} />
          <TwoFactorSection account={account} consolePath={consolePath} />
          {passkeys ? <PasskeysSection /> : null}
          {providers.length > 0 ? <IdentitiesSection account={account} providers={providers} /> : null}
          <SessionsSection />
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
