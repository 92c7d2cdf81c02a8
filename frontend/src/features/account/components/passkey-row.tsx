import type { PasskeyListItem } from '@supabase/auth-js';
import { Ago, OnDay } from '../../../ui/ago';
import { Button } from '../../../ui/button';

/** One passkey. */
export function PasskeyRow(props: { passkey: PasskeyListItem; onRename: () => void; onRemove: () => void }) {
  const { passkey, onRename, onRemove } = props;
  const name = passkey.friendly_name || 'Passkey';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-rule px-4 py-4 last:border-b-0 sm:px-5">
      <div className="min-w-0">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-small text-ink-soft">
          Added <OnDay at={passkey.created_at} />
          {passkey.last_used_at ? (
            <>
              , last used <Ago at={passkey.last_used_at} />
            </>
          ) : null}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="small" onClick={onRename}>
          Rename<span className="sr-only"> {name}</span>
        </Button>
        <Button variant="outline" size="small" onClick={onRemove}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      </div>
    </li>
  );
}
