import type { ReactNode } from 'react';
import type { AuditEntryView } from '@subscription-site/shared/contracts';
import { auditLabel, auditSubjectLabel } from '../../../content/audit-labels';
import { Link } from '../../../ui/navigation/link';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { auditPath } from './audit-filter';
import { CountedList } from '../components/counted-list';

export function AuditEntries({ entries }: { entries: readonly AuditEntryView[] }) {
  return (
    <CountedList label="Entries" items={entries}>
      {(entry) => <Entry key={entry.id} entry={entry} />}
    </CountedList>
  );
}

function Entry({ entry }: { entry: AuditEntryView }) {
  const { action, subject, ip, requestId } = entry;
  const label = auditLabel(action);
  const actor = entry.actorEmail ?? entry.actorId;
  const details = Object.entries(entry.details);
  return (
    <li className="border-b border-rule px-4 py-3 text-small last:border-b-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span>
          <Link to={auditPath({ action })} className="font-semibold break-all hover:underline">
            {label ?? action}
          </Link>
          {label ? <span className="code ml-3 text-ink-faint">{action}</span> : null}
        </span>
        <span className="text-fine text-ink-faint">
          <Timestamp at={entry.at} />
        </span>
      </div>
      <dl className="mt-1 grid gap-x-8 gap-y-1 lg:grid-cols-2">
        <Fact name="Actor">
          {actor ? (
            <Link to={auditPath({ actor })} className="text-link">
              {actor}
            </Link>
          ) : (
            'System or unknown'
          )}
        </Fact>
        {subject ? (
          <Fact name={auditSubjectLabel(subject.type)}>
            <Link to={auditPath({ subjectType: subject.type, subjectId: subject.id })} className="text-link">
              {subject.id}
            </Link>
            {subject.type === 'email' ? (
              <Link
                to={`/admin/emails/${encodeURIComponent(subject.id)}`}
                className="text-link ml-3 inline-block font-semibold"
              >
                Open email
              </Link>
            ) : null}
          </Fact>
        ) : null}
        {details.map(([name, value]) => (
          <Fact key={name} name={name}>
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </Fact>
        ))}
        {ip ? <Fact name="IP">{ip}</Fact> : null}
        {requestId ? <Fact name="Request">{requestId}</Fact> : null}
      </dl>
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap gap-x-2">
      <dt className="caption pt-0.5 wrap-anywhere">{name}</dt>
      <dd className="min-w-0 flex-1 basis-24 break-all">{children}</dd>
    </div>
  );
}
