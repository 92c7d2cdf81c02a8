import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import type { FileEntry } from '@subscription-site/shared/contracts';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { Table } from '../../../ui/data-display/table';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Link } from '../../../ui/navigation/link';
import { supportQueries } from '../api/queries';
import { LoadedList } from '../components/loaded';
import { NoMatches } from '../components/no-matches';
import { TextSearch } from '../components/text-search';
import { Breadcrumbs } from './breadcrumbs';
import { filePath, folderPath, formatBytes } from './file-paths';

/** The files and folders in one folder of a bucket. */
export function BucketScreen() {
  const { bucket = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const folder = query.get('folder') ?? '';
  const search = query.get('q') ?? '';
  usePageTitle(bucket);
  const write = (text: string) => setQuery({ ...(folder ? { folder } : {}), ...(text ? { q: text } : {}) });
  return (
    <>
      <Breadcrumbs bucket={bucket} folder={folder} />
      <h1 className="mt-2 mb-6 text-h2 wrap-anywhere">{folder ? lastSegment(folder) : bucket}</h1>
      <TextSearch
        key={`${folder} ${search}`}
        label="Files"
        field="Name starts with"
        shown={search}
        onSearch={write}
      />
      <Files key={`files ${folder} ${search}`} bucket={bucket} folder={folder} search={search} />
    </>
  );
}

function Files({ bucket, folder, search }: { bucket: string; folder: string; search: string }) {
  const list = useInfiniteQuery(supportQueries.files({ bucket, folder, search }));
  return (
    <LoadedList
      query={list}
      name="files"
      missing="Bucket"
      empty={
        search ? (
          <NoMatches name="files">Try a different name or another folder.</NoMatches>
        ) : (
          <EmptyState title="No files here">Files appear here once they’re uploaded.</EmptyState>
        )
      }
    >
      {(entries) => (
        <section aria-label="Files">
          <output className="caption">{entries.length} shown, sorted by name</output>
          <div className="mt-2">
            <Table caption="Files and folders" columns={['Name', 'Size', 'Type', 'Modified']}>
              {entries.map((entry) => (
                <EntryRow key={entry.name} bucket={bucket} entry={entry} />
              ))}
            </Table>
          </div>
        </section>
      )}
    </LoadedList>
  );
}

function EntryRow({ bucket, entry }: { bucket: string; entry: FileEntry }) {
  const { name, size, type, updatedAt } = entry;
  const isFolder = name.endsWith('/');
  return (
    <tr>
      <td>
        <Link
          to={isFolder ? folderPath(bucket, name) : filePath(bucket, name)}
          className="text-link inline-flex min-h-11 min-w-40 items-center font-semibold wrap-anywhere"
        >
          {lastSegment(name)}
        </Link>
      </td>
      <td className="figure whitespace-nowrap">{size === null ? '–' : formatBytes(size)}</td>
      <td className="break-all">{type ?? 'Folder'}</td>
      <td>
        <Timestamp at={updatedAt} />
      </td>
    </tr>
  );
}

function lastSegment(name: string): string {
  return /[^/]+\/?$/.exec(name)?.[0] ?? name;
}
