import type { Factor } from '@supabase/auth-js';
import { OnDay } from '../../../ui/ago';
import { Button } from '../../../ui/button';

/** One authenticator app. */
export function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const name = factor.friendly_name || 'Authenticator app';
  return (
    <li className="flex items-center max-sm:flex-wrap justify-between gap-x-6 gap-y-3 border-b border-rule px-4 py-4 last:border-b-0 sm:px-5">
      <div className="min-w-0">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-small text-ink-soft">
          Added <OnDay at={factor.created_at} />
        </p>
      </div>
      <Button variant="outline" size="small" onClick={onRemove}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}
