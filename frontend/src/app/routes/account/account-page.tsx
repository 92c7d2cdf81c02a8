import type { ReactNode } from 'react';
import { BILLING_PATH, INVOICES_PATH } from '../../../lib/billing-paths';
import { QueryProvider } from '../../../lib/api/query-provider';
import type { User } from '../../../lib/session/auth-client';
import { SectionLink } from '../../../ui/navigation/section-link';
import { CustomerGuard } from '../../guards/customer-guard';

/** A page of the signed-in user's account, below the navigation between these pages. */
export function AccountPage({ children }: { children: (user: User) => ReactNode }) {
  return (
    <CustomerGuard>
      {(user) => (
        <QueryProvider key={user.id} owner={user}>
          <div className="border-b border-rule bg-well">
            <nav aria-label="Account" className="mx-auto max-w-page px-5">
              <ul className="-mx-2.5 up-to-three-columns sm:-mx-4 sm:flex sm:flex-wrap">
                <li>
                  <SectionLink to="/account" label="Overview" below={false} />
                </li>
                <li>
                  <SectionLink to={BILLING_PATH} label="Billing" />
                </li>
                <li>
                  <SectionLink to={INVOICES_PATH} label="Invoices" />
                </li>
                <li>
                  <SectionLink to="/account/profile" label="Profile" />
                </li>
                <li>
                  <SectionLink to="/account/security" label="Security" />
                </li>
                <li>
                  <SectionLink to="/account/data" label="Data" />
                </li>
              </ul>
            </nav>
          </div>
          <div className="mx-auto max-w-page px-5 pt-10 sm:pt-14">{children(user)}</div>
        </QueryProvider>
      )}
    </CustomerGuard>
  );
}
