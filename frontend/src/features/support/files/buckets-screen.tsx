import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { FileBucket, StaffMember } from '@subscription-site/shared/contracts';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { Badge } from '../../../ui/data-display/badge';
import { Table } from '../../../ui/data-display/table';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Link } from '../../../ui/navigation/link';
import { supportQueries } from '../api/queries';
import { LoadedList } from '../components/loaded';
import { NoMatches } from '../components/no-matches';
import { TextSearch } from '../components/text-search';
import { folderPath, formatBytes } from './file-paths';

/** Buckets of the file storage. Administrators only, enforced by the server. */
export function BucketsScreen({ staff }: { staff: StaffMember }) {
  usePageTitle('Files');
  return (
    <>
      <h1 className="text-h2">Files</h1>
      {staff.role === 'admin' ? (
        <Buckets />
      ) : (
        <div className="mt-6">
          <EmptyState title="Only administrators can view files">
            Ask an administrator if you need to see a file.
          </EmptyState>
        </div>
      )}
    </>
  );
}

function Buckets() {
  const [query, setQuery] = useSearchParams();
  const shown = query.get('q') ?? '';
  return (
    <>
      <p className="mt-3 mb-6 max-w-prose text-small text-ink-soft">
        Choose a bucket to see its files. Previews, signed links, and deletions are recorded in the audit log.
      </p>
      <TextSearch
        key={shown}
        label="Buckets"
        field="Name contains"
        shown={shown}
        onSearch={(text) => setQuery(text ? { q: text } : {})}
      />
      <Results key={`results ${shown}`} search={shown} />
    </>
  );
}

function Results({ search }: { search: string }) {
  const buckets = useQuery(supportQueries.buckets(search));
  return (
    <LoadedList
      query={buckets}
      name="buckets"
      empty={<NoMatches name="buckets">Try a different name.</NoMatches>}
    >
      {(items) => (
        <Table caption="Buckets" columns={['Name', 'Access', 'Max file size', 'Allowed types', 'Created']}>
          {items.map((bucket) => (
            <BucketRow key={bucket.id} bucket={bucket} />
          ))}
        </Table>
      )}
    </LoadedList>
  );
}

function BucketRow({ bucket }: { bucket: FileBucket }) {
  const { id, fileSizeLimit, allowedMimeTypes, emptyingProgress, createdAt } = bucket;
  return (
    <tr>
      <td>
        <Link
          to={folderPath(id)}
          className="text-link inline-flex min-h-11 min-w-40 items-center font-semibold wrap-anywhere"
        >
          {id}
        </Link>
      </td>
      <td>
        <span className="flex flex-wrap gap-2">
          <Badge tone={bucket.public ? 'marker' : 'plain'}>{bucket.public ? 'Public' : 'Private'}</Badge>
          {emptyingProgress ? <Badge tone="danger">{describeProgress(emptyingProgress)}</Badge> : null}
        </span>
      </td>
      <td className="figure whitespace-nowrap">
        {fileSizeLimit === null ? 'Default' : formatBytes(fileSizeLimit)}
      </td>
      <td>{allowedMimeTypes?.join(', ') ?? 'All'}</td>
      <td>
        <Timestamp at={createdAt} />
      </td>
    </tr>
  );
}

function describeProgress({ removed, remaining }: NonNullable<FileBucket['emptyingProgress']>): string {
  const [done, total] = [removed, removed + remaining].map((count) => count.toLocaleString('en-US'));
  return `Being emptied: ${done} of ${total} files deleted`;
}
