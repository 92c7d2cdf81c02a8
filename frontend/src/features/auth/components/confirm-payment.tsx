import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error';
import { sentenceOf } from '../../../lib/api/messages';
import { siteConfig } from '../../../lib/config/site-config';
import { weaknessOf } from '../../../lib/entries';
import { useAuth } from '../../../lib/session/auth-context';
import { Button, buttonClass } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { FormProblem } from '../../../ui/form-problem';
import { Link } from '../../../ui/link';
import { useSubmission } from '../../../ui/use-submission';
import { verifyPayment, type PaymentAnswer } from '../api/verify-payment';
import { AuthLayout } from './auth-layout';
import { ConfirmedFace } from './confirmed-face';
import { ExpiredLink } from './expired-link';
import { PaymentChoices } from './payment-choices';

/** A refusal of the password that was typed, in words for its entry. */
function passwordFaultOf({ code, message, details }: ApiError): string | undefined {
  if (code === 'invalid_credentials')
    return "That isn't the password for this account. Try again or set a new one.";
  const reasons = details['reasons'];
  return code === 'weak_password'
    ? weaknessOf(Array.isArray(reasons) ? (reasons as string[]) : [], message)
    : undefined;
}

const EXPIRED = 'It has expired or was already used.';

/** The link of the welcome mail after a payment: only the owner of the mailbox can say whether the account is his. */
export function ConfirmPayment({ tokenHash }: { tokenHash: string }) {
  const { user, connect } = useAuth();
  const { busy, problem, run } = useSubmission();
  const [outcome, setOutcome] = useState<'open' | 'confirmed' | 'disowned' | 'expired'>('open');

  /** Gives what is wrong with the password in the answer, if it is that. */
  const answer = async (said: PaymentAnswer): Promise<string | undefined> => {
    let fault: string | undefined;
    await run(async () => {
      try {
        const session = await verifyPayment(tokenHash, said);
        const { access_token, refresh_token } = session;
        if (access_token && refresh_token)
          await (await connect()).setSession({ access_token, refresh_token });
        setOutcome(said.disown ? 'disowned' : 'confirmed');
        return undefined;
      } catch (refused) {
        if (!(refused instanceof ApiError)) throw refused;
        if (refused.code === 'otp_expired') {
          setOutcome('expired');
          return { title: 'This link no longer works', description: EXPIRED, shownElsewhere: true };
        }
        fault = passwordFaultOf(refused);
        const description = fault ?? sentenceOf(refused);
        return { title: "That didn't work", description, shownElsewhere: Boolean(fault) };
      }
    });
    return fault;
  };

  if (outcome === 'confirmed') return <ConfirmedFace />;
  if (outcome === 'expired') return <ExpiredLink type="payment" />;
  if (outcome === 'disowned')
    return (
      <AuthLayout
        title="Thanks for letting us know"
        lead="The password for that account no longer works, and everyone has been signed out. Our support team will look into the payment."
      >
        <Link to="/" className={buttonClass('outline', 'large')}>
          Back to Home
        </Link>
      </AuthLayout>
    );
  return (
    <AuthLayout
      title="Is this your account?"
      lead={`A plan for ${siteConfig().productName} was purchased with your email address. Confirm this email is yours.`}
    >
      <Card>
        <FormProblem problem={problem} />
        {user ? (
          <Button
            size="large"
            className="my-5 w-full"
            busyLabel={busy && 'One moment...'}
            onClick={() => void answer({})}
          >
            Confirm as {user.email}
          </Button>
        ) : null}
        <PaymentChoices busy={busy} signedIn={Boolean(user)} onAnswer={answer} />
      </Card>
    </AuthLayout>
  );
}
