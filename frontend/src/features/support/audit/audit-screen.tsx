import { useSearchParams } from 'react-router-dom';
import type { AuditFilter, StaffMember } from '@subscription-site/shared/contracts';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { fetchAudit } from '../api/support-api';
import { validateAuditFilter, toAuditFilter, nonEmpty, readAuditFilter } from './audit-filter';
import { usePages } from '../use-pages';
import { AuditEntries } from './audit-entries';
import { AuditFilterForm } from './audit-filter-form';
import { ListSkeleton } from '../components/list-skeleton';
import { LoadError } from '../components/load-error';

/** The audit log. Administrators only, enforced by the server. */
export function AuditScreen({ staff }: { staff: StaffMember }) {
  usePageTitle('Audit log');
  return (
    <>
      <h1 className="text-h2">Audit log</h1>
      {staff.role === 'admin' ? (
        <AuditLog />
      ) : (
        <div className="mt-6">
          <EmptyState title="The audit log is for administrators">
            Ask an administrator if you need information from it.
          </EmptyState>
        </div>
      )}
    </>
  );
}

function AuditLog() {
  const [query, setQuery] = useSearchParams();
  const shown = readAuditFilter(query);
  const filter = toAuditFilter(shown);
  const errors = validateAuditFilter(shown);
  return (
    <>
      <div className="mt-6">
        <AuditFilterForm
          key={query.toString()}
          shown={shown}
          errors={errors}
          onFilter={(next) => setQuery({ ...nonEmpty(next) })}
        />
      </div>
      {Object.keys(errors).length === 0 ? <Results key={JSON.stringify(filter)} filter={filter} /> : null}
    </>
  );
}

function Results({ filter }: { filter: AuditFilter }) {
  const list = usePages(JSON.stringify(filter), (cursor) => fetchAudit(filter, cursor));
  if (list.status === 'loading') return <ListSkeleton label="Loading the audit log..." />;
  if (list.status === 'failed')
    return (
      <LoadError
        title="The audit log couldn't be loaded"
        error={list.error}
        onRetry={() => void list.reload()}
      />
    );
  if (list.items.length === 0)
    return (
      <div className="mt-6">
        <EmptyState title="No matching entries">Try another action, actor, or subject.</EmptyState>
      </div>
    );
  return <AuditEntries list={list} />;
}
