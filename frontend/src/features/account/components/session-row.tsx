import type { AccountSession } from '@subscription-site/shared/contracts';
import { RelativeTime, ShortDate } from '../../../ui/data-display/relative-time';
import { Badge } from '../../../ui/data-display/badge';
import { Button } from '../../../ui/buttons/button';
import { ItemRow, ItemName } from '../../../ui/data-display/item-list';

export function SessionRow(props: { session: AccountSession; busy: boolean; onEnd: () => void }) {
  const { session, busy, onEnd } = props;
  const { device, userAgent, ipAddress, lastUsedAt, createdAt, current } = session;
  const name = device ?? 'Unknown device';
  return (
    <ItemRow
      name={
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ItemName tooltip={userAgent ?? undefined}>{name}</ItemName>
          {current ? <Badge tone="success">This device</Badge> : null}
        </p>
      }
      details={
        <>
          {current ? (
            'In use now'
          ) : (
            <>
              Last used <RelativeTime at={lastUsedAt} />
            </>
          )}
          {ipAddress ? (
            <>
              {' from '}
              <span className="code wrap-anywhere">{withoutIpv6Prefix(ipAddress)}</span>
            </>
          ) : null}
          . Signed in on <ShortDate at={createdAt} />.
        </>
      }
    >
      {current ? null : (
        <Button variant="outline" size="small" busyLabel={busy && 'One moment...'} onClick={onEnd}>
          Sign out<span className="sr-only"> {name}</span>
        </Button>
      )}
    </ItemRow>
  );
}

/** Removes the prefix of an IPv4-mapped IPv6 address. */
function withoutIpv6Prefix(ipAddress: string): string {
  return ipAddress.replace(/^::ffff:(?=\d+\.)/, '');
}
