import { useSearchParams } from 'react-router-dom';
import { AuthCard } from '../../../features/auth/components/auth-card';
import { ConfirmationForm } from '../../../features/auth/components/confirmation-form';
import { ConfirmLink } from '../../../features/auth/components/confirm-link';
import { ConfirmPayment } from '../../../features/auth/components/confirm-payment';
import { NEW_CONFIRMATION_PATH } from '../../../lib/session/link-error';
import { isLinkUsable } from '../../../features/auth/api/check-link';
import { ExpiredLink } from '../../../features/auth/components/expired-link';
import { parseEmailLink, type EmailLink } from '../../../features/auth/email-link';
import { useAuth } from '../../../lib/session/auth-context';
import { useLoad } from '../../../lib/use-load';
import { buttonClass } from '../../../ui/buttons/button';
import { Link } from '../../../ui/navigation/link';
import { Loading } from '../../../ui/feedback/loading';

/**
 * Landing page for links in emails. The link is used only when a button is clicked, because email scanners
 * open links. With a type but no token it offers to send a new link.
 */
export function Page() {
  const [query] = useSearchParams();
  const link = parseEmailLink(query);
  if (isNewLinkRequest(query))
    return (
      <AuthCard
        title="Get a new confirmation email"
        lead="Enter the email address you signed up with. Each link works for 24 hours or until you use one of them."
      >
        <ConfirmationForm email="" />
      </AuthCard>
    );
  if (!link)
    return (
      <AuthCard
        title="This link is incomplete"
        lead="Open it from the email again, or copy the whole link into the address bar. You can also request a new one."
      >
        <div className="grid gap-3">
          <Link to={NEW_CONFIRMATION_PATH} className={buttonClass('ink', 'large')}>
            Get a new confirmation email
          </Link>
          <Link to="/auth" className={buttonClass('outline', 'large')}>
            Sign in
          </Link>
        </div>
      </AuthCard>
    );
  return <CompleteLink key={link.tokenHash} link={link} />;
}

/** Says at once that a link was used. If that can't be found out, using it will tell. */
function CompleteLink({ link }: { link: EmailLink }) {
  const { loading } = useAuth();
  const { status, value: usable } = useLoad(
    link.tokenHash,
    async () => link.isForOtherClient || isLinkUsable(link),
  );
  if (loading || status === 'loading')
    return (
      <AuthCard title="One moment">
        <Loading label="Loading..." className="py-10" />
      </AuthCard>
    );
  if (usable === false) return <ExpiredLink type={link.type} confirmsEmail={link.confirmsEmail} />;
  return link.type === 'payment' ? (
    <ConfirmPayment {...link} />
  ) : (
    <ConfirmLink type={link.type} verifyUrl={link.verifyUrl} />
  );
}

function isNewLinkRequest(query: URLSearchParams): boolean {
  return NEW_CONFIRMATION_PATH.endsWith(`?${query.toString()}`);
}
