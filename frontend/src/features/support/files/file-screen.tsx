import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { FileDetail } from '@subscription-site/shared/contracts';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { Button } from '../../../ui/buttons/button';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { supportKeys, supportQueries } from '../api/queries';
import { Loaded } from '../components/loaded';
import { Breadcrumbs } from './breadcrumbs';
import { DeleteFileDialog } from './delete-file-dialog';
import { FilePreview } from './file-preview';
import { parentFolder, folderPath, formatBytes } from './file-paths';
import { SignedLinkDialog } from './signed-link-dialog';

/** A file's details, preview and actions. */
export function FileScreen() {
  const { bucket = '' } = useParams();
  const [params] = useSearchParams();
  const name = params.get('name') ?? '';
  const folder = parentFolder(name);
  const query = useQuery(supportQueries.file(bucket, name));
  const file = query.data;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'link' | 'delete'>();
  usePageTitle(name);
  const close = () => setDialog(undefined);
  return (
    <>
      <Breadcrumbs bucket={bucket} folder={folder} current={name} />
      <div className="mt-2 flex flex-wrap items-start justify-between gap-4">
        <h1 className="min-w-0 text-h2 break-all">{name.slice(folder.length)}</h1>
        {file ? (
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => setDialog('link')}>Create signed link</Button>
            <Button variant="danger" onClick={() => setDialog('delete')}>
              Delete file
            </Button>
          </div>
        ) : null}
      </div>
      <Loaded query={query} name="file" missing="File">
        {(file) => (
          <>
            <Facts file={file} />
            <FilePreview key={file.etag} file={file} />
            {dialog === 'link' ? <SignedLinkDialog file={file} onClose={close} /> : null}
            {dialog === 'delete' ? (
              <DeleteFileDialog
                file={file}
                onClose={close}
                onDeleted={() => {
                  queryClient.removeQueries({ queryKey: supportKeys.files });
                  void navigate(folderPath(bucket, folder));
                }}
              />
            ) : null}
          </>
        )}
      </Loaded>
    </>
  );
}

function Facts({ file }: { file: FileDetail }) {
  const metadata = Object.entries(file.metadata);
  return (
    <dl className="mt-6 grid gap-px overflow-hidden border border-rule bg-card sm:grid-cols-2 lg:grid-cols-4">
      <Fact name="Size">{formatBytes(file.size)}</Fact>
      <Fact name="Type">{file.type}</Fact>
      <Fact name="Uploaded">
        <Timestamp at={file.createdAt} />
      </Fact>
      <Fact name="Modified">
        <Timestamp at={file.updatedAt} />
      </Fact>
      <Fact name="Owner" wide>
        {file.ownerEmail ?? file.ownerId ?? 'Service key'}
      </Fact>
      <Fact name="Cache-Control">{file.cacheControl}</Fact>
      <Fact name="ETag">{file.etag.replaceAll('"', '')}</Fact>
      {metadata.map(([key, value]) => (
        <Fact key={key} name={key} wide>
          {typeof value === 'string' ? value : JSON.stringify(value)}
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`px-4 py-3 shadow-[0_0_0_1px_var(--color-rule)] ${wide ? 'sm:col-span-2' : ''}`}>
      <dt className="caption break-all">{name}</dt>
      <dd className="text-small break-all">{children}</dd>
    </div>
  );
}
