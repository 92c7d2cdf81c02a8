import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { AuditFilter, StaffMember } from '@subscription-site/shared/contracts';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { supportQueries } from '../api/queries';
import { LoadedList } from '../components/loaded';
import { NoMatches } from '../components/no-matches';
import { validateAuditFilter, toAuditFilter, nonEmpty, readAuditFilter } from './audit-filter';
import { AuditEntries } from './audit-entries';
import { AuditFilterForm } from './audit-filter-form';

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
          onFilter={(next) => setQuery({ ...nonEmpty(next) })}
        />
      </div>
      {Object.keys(errors).length === 0 ? <Results key={JSON.stringify(filter)} filter={filter} /> : null}
    </>
  );
}

function Results({ filter }: { filter: AuditFilter }) {
  const list = useInfiniteQuery(supportQueries.audit(filter));
  return (
    <LoadedList
      query={list}
      name="audit log"
      empty={<NoMatches name="entries">Try another action, actor, or subject.</NoMatches>}
    >
      {(entries) => <AuditEntries entries={entries} />}
    </LoadedList>
  );
}
