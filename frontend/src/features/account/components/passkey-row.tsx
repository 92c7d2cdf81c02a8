import type { PasskeyListItem } from '@supabase/auth-js';
import { Ago, OnDay } from '../../../ui/ago';
import { Button } from '../../../ui/button';
import { OwnedRow, RowName } from './owned-list';

/** One passkey. */
export function PasskeyRow(props: { passkey: PasskeyListItem; onRename: () => void; onRemove: () => void }) {
  const { passkey, onRename, onRemove } = props;
  const name = passkey.friendly_name || 'Passkey';
  return (
    <OwnedRow
      name={<RowName>{name}</RowName>}
      note={
        <>
          Added <OnDay at={passkey.created_at} />
          {passkey.last_used_at ? (
            <>
              , last used <Ago at={passkey.last_used_at} />
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
    </OwnedRow>
  );
}
