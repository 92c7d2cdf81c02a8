import type { PasskeyListItem } from '@supabase/auth-js';
import { RelativeTime, ShortDate } from '../../../ui/data-display/relative-time';
import { Button } from '../../../ui/buttons/button';
import { ItemRow, ItemName } from '../../../ui/data-display/item-list';

export function PasskeyRow(props: { passkey: PasskeyListItem; onRename: () => void; onRemove: () => void }) {
  const { passkey, onRename, onRemove } = props;
  const name = passkey.friendly_name || 'Passkey';
  return (
    <ItemRow
      name={<ItemName>{name}</ItemName>}
      details={
        <>
          Added <ShortDate at={passkey.created_at} />
          {passkey.last_used_at ? (
            <>
              , last used <RelativeTime at={passkey.last_used_at} />
            </>
          ) : null}
        </>
      }
    >
      <Button variant="outline" size="small" onClick={onRename}>
        Rename<span className="sr-only"> {name}</span>
      </Button>
      <Button variant="outline" size="small" onClick={onRemove}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </ItemRow>
  );
}
