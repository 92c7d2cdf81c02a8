import type { Factor } from '../../../../lib/session/factors';
import { OnDay } from '../../../../ui/ago';
import { Button } from '../../../../ui/button';
import { FACTOR_WORDS, nameOf } from '../../factor-words';

/** One second factor. */
export function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const name = nameOf(factor);
  const { kind } = FACTOR_WORDS[factor.factor_type];
  return (
    <li className="flex items-center max-sm:flex-wrap justify-between gap-x-6 gap-y-3 border-b border-rule px-4 py-4 last:border-b-0 sm:px-5">
      <div className="min-w-0">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-small text-ink-soft">
          {kind === name ? 'Added ' : `${kind}, added `}
          <OnDay at={factor.created_at} />
        </p>
      </div>
      <Button variant="outline" size="small" onClick={onRemove}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}
