import type { StaffAccount } from '@subscription-site/shared/contracts';
import { Badge } from '../../../ui/data-display/badge';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { Fact, Facts } from '../components/facts';

const FACTOR_NAMES: Record<StaffAccount['secondFactors'][number], string> = {
  totp: 'Authenticator app',
  webauthn: 'Security key',
  phone: 'Phone',
};

/** Whether and how a customer can sign in. */
export function CustomerAccount({ account, hasEmail }: { account: StaffAccount; hasEmail: boolean }) {
  const { createdAt, emailConfirmedAt, lastSignInAt, secondFactors } = account;
  return (
    <Facts>
      <Fact name="Email">
        {emailConfirmedAt ? (
          <>
            <Badge tone="success">Confirmed</Badge> <Timestamp at={emailConfirmedAt} />
          </>
        ) : (
          <Badge tone="marker">{hasEmail ? 'Not confirmed' : 'None'}</Badge>
        )}
      </Fact>
      <Fact name="Signed up">
        <Timestamp at={createdAt} />
      </Fact>
      <Fact name="Last sign-in">{lastSignInAt ? <Timestamp at={lastSignInAt} /> : 'Never'}</Fact>
      <Fact name="Two-factor authentication">
        {secondFactors.map((factor) => FACTOR_NAMES[factor]).join(', ') || 'Off'}
      </Fact>
    </Facts>
  );
}
