import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { Table } from '../../../ui/data-display/table';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Link } from '../../../ui/navigation/link';
import { supportQueries } from '../api/queries';
import { LoadedList } from '../components/loaded';
import { NoMatches } from '../components/no-matches';
import { TextSearch } from '../components/text-search';

const MAX_RESULTS = 50;

/** Finds customers by email, name, or anything that identifies them at the payment provider or on a document. */
export function CustomersScreen() {
  usePageTitle('Customers');
  const [query, setQuery] = useSearchParams();
  const shown = query.get('q') ?? '';
  return (
    <>
      <h1 className="mb-6 text-h2">Customers</h1>
      <TextSearch
        key={shown}
        label="Customers"
        field="Email, name, ID, or invoice number"
        shown={shown}
        onSearch={(text) => setQuery(text ? { q: text } : {})}
      />
      {shown ? (
        <Results text={shown} />
      ) : (
        <div className="mt-6">
          <EmptyState title="Who are you looking for?">
            Enter part of their email or name. Or enter a full payment, subscription, or customer ID, an
            invoice or receipt number, or a cancellation reference.
          </EmptyState>
        </div>
      )}
    </>
  );
}

function Results({ text }: { text: string }) {
  const customers = useQuery(supportQueries.customers(text));
  return (
    <LoadedList
      query={customers}
      name="customers"
      empty={
        <NoMatches name="customers">
          Try a shorter part of the email or name. To find a deleted customer, enter a full payment or
          subscription ID, or an invoice or receipt number.
        </NoMatches>
      }
    >
      {(items) => (
        <>
          <Table caption="Customers" columns={['Customer', 'Name', 'Since']}>
            {items.map(({ id, email, name, createdAt, deleted }) => (
              <tr key={id}>
                <td>
                  <Link
                    to={`/admin/customers/${id}`}
                    className="text-link inline-flex min-h-11 min-w-44 items-center font-semibold break-all"
                  >
                    {deleted ? 'Deleted customer' : email || id}
                  </Link>
                </td>
                <td>
                  <bdi>{name}</bdi>
                </td>
                <td>{createdAt ? <Timestamp at={createdAt} /> : '–'}</td>
              </tr>
            ))}
          </Table>
          {items.length === MAX_RESULTS ? (
            <p className="mt-3 text-small text-ink-soft">Only the first {MAX_RESULTS} are shown.</p>
          ) : null}
        </>
      )}
    </LoadedList>
  );
}
