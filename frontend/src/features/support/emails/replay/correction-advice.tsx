import { useQuery } from '@tanstack/react-query';
import { Link } from '../../../../ui/navigation/link';
import { supportQueries } from '../../api/queries';

/** The difference between sending a welcome email to another address and replacing the email of its account. */
export function CorrectionAdvice({ userId }: { userId: string | null }) {
  const { data: staff } = useQuery(supportQueries.staffMember());
  return (
    <div className="grid gap-2 text-small text-ink-soft">
      <p>
        Another address only gets a copy. The account keeps its email, so the link in the copy can’t confirm
        the address or set a password.
      </p>
      {userId ? (
        <p>
          Is the address of the account wrong?{' '}
          {staff?.role === 'admin' ? (
            <>
              <Link
                to={`/admin/customers/${userId}`}
                state={{ replaceEmail: true }}
                className="text-link font-semibold"
              >
                Replace email
              </Link>{' '}
              first, then resend this email to the new address.
            </>
          ) : (
            <>
              Ask an administrator to replace the email of{' '}
              <Link to={`/admin/customers/${userId}`} className="text-link">
                the customer
              </Link>{' '}
              first, then resend this email to the new address.
            </>
          )}
        </p>
      ) : null}
    </div>
  );
}
