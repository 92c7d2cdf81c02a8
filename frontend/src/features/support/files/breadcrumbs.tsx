import { Link } from '../../../ui/navigation/link';
import { FILES_PATH, folderPath } from './file-paths';

/** Links from the list of buckets down to a folder. `current` is the file being shown, if any. */
export function Breadcrumbs({
  bucket,
  folder,
  current,
}: {
  bucket: string;
  folder: string;
  current?: string;
}) {
  const segments = folder.split('/').filter(Boolean);
  const steps = [
    { label: 'Files', to: FILES_PATH },
    { label: bucket, to: folderPath(bucket) },
    ...segments.map((label, index) => ({
      label,
      to: folderPath(bucket, `${segments.slice(0, index + 1).join('/')}/`),
    })),
  ];
  return (
    <nav aria-label="Folders">
      <ol className="flex flex-wrap items-center gap-x-2 text-small">
        {steps.map(({ label, to }, index) => (
          <li key={to} className="flex items-center gap-x-2 wrap-anywhere">
            {index > 0 ? <span aria-hidden="true">/</span> : null}
            <Link
              to={to}
              aria-current={!current && index === steps.length - 1 ? 'page' : undefined}
              className="inline-flex min-h-11 items-center font-semibold hover:underline aria-[current]:text-ink-soft"
            >
              {label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
