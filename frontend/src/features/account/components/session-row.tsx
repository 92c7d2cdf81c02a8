import type { AccountSession } from '@subscription-site/shared/contracts';
import { Ago, OnDay } from '../../../ui/ago';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { OwnedRow, RowName } from './owned-list';

/** One device on which the account is signed in. */
export function SessionRow(props: { session: AccountSession; busy: boolean; onEnd: () => void }) {
  const { session, busy, onEnd } = props;
  const { device, userAgent, ipAddress, lastUsedAt, createdAt, current } = session;
  const name = device ?? 'Unknown device';
  return (
    <OwnedRow
      name={
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <RowName hover={userAgent ?? undefined}>{name}</RowName>
          {current ? <Badge tone="good">This device</Badge> : null}
        </p>
      }
      note={
        <>
          {current ? (
            'In use now'
          ) : (
            <>
              Last used <Ago at={lastUsedAt} />
            </>
          )}
          {ipAddress ? (
            <>
              {' from '}
              <span className="figure wrap-anywhere">{plain(ipAddress)}</span>
            </>
          ) : null}
          . Signed in on <OnDay at={createdAt} />.
        </>
      }
    >
      {current ? null : (
        <Button variant="outline" size="small" busyLabel={busy && 'One moment...'} onClick={onEnd}>
          Sign out<span className="sr-only"> {name}</span>
        </Button>
      )}
    </OwnedRow>
  );
}

/** An address of the older kind, without the marks that make it one of the newer kind. */
function plain(ipAddress: string): string {
  return ipAddress.replace(/^::ffff:(?=\d+\.)/, '');
}
