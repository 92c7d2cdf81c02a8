import { AuthLayout } from '../../../features/auth/components/auth-layout';
import { ConfirmLink } from '../../../features/auth/components/confirm-link';
import { ConfirmPayment } from '../../../features/auth/components/confirm-payment';
import { useMailLink } from '../../../features/auth/mail-link';
import { useAuth } from '../../../lib/session/auth-context';
import { buttonClass } from '../../../ui/button';
import { Link } from '../../../ui/link';
import { Waiting } from '../../../ui/waiting';

/** Where links in mails arrive. Nothing is used up until a button is pressed: mail scanners only look. */
export function Page() {
  const link = useMailLink();
  const { loading } = useAuth();
  if (!link)
    return (
      <AuthLayout
        title="This link is not complete"
        lead="Open it from the mail once more, or copy all of it into the address bar."
      >
        <Link to="/auth" className={buttonClass('outline', 'large')}>
          Sign in
        </Link>
      </AuthLayout>
    );
  if (loading)
    return (
      <AuthLayout title="One moment">
        <Waiting label="Loading..." className="py-24" />
      </AuthLayout>
    );
  return link.type === 'payment' ? (
    <ConfirmPayment tokenHash={link.tokenHash} />
  ) : (
    <ConfirmLink tokenHash={link.tokenHash} type={link.type} goOn={link.goOn} />
  );
}
