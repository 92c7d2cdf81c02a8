import type { User } from '../../../lib/session/auth-client';
import { verifiedFactors } from '../../../lib/session/factors';
import { useSignInMethods } from '../../../lib/session/sign-in-methods';
import { Callout } from '../../../ui/feedback/callout';
import { AccountContent } from './account-content';
import { IdentitiesSection } from './identities-section';
import { PasskeysSection } from './passkeys-section';
import { PasswordSection } from './password-section';
import { SessionsSection } from './sessions-section';
import { TwoFactorSection } from './two-factor/two-factor-section';

/** Everything users can change about how they sign in. `consolePath` is where staff continue after enrolling a second factor. */
export function SecurityScreen({ user, consolePath }: { user: User; consolePath?: string }) {
  const { passkeys, providers } = useSignInMethods();
  return (
    <AccountContent title="Account security" user={user}>
      {(account) => (
        <>
          {consolePath && verifiedFactors(account).length === 0 ? <EnrollmentCallout /> : null}
          <PasswordSection account={account} />
          <TwoFactorSection account={account} consolePath={consolePath} />
          {passkeys ? <PasskeysSection /> : null}
          {providers.length > 0 ? <IdentitiesSection account={account} providers={providers} /> : null}
          <SessionsSection />
        </>
      )}
    </AccountContent>
  );
}

function EnrollmentCallout() {
  return (
    <Callout tone="marker" title="Set up two-factor authentication to continue" className="mb-9">
      <p>
        Staff accounts need a second factor. Turn on two-factor authentication below, save your recovery
        codes, and we’ll take you back to the support console.
      </p>
    </Callout>
  );
}
