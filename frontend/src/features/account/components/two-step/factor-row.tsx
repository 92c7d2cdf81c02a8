import type { Factor } from '../../../../lib/session/factors';
import { OnDay } from '../../../../ui/ago';
import { Button } from '../../../../ui/button';
import { FACTOR_WORDS, nameOf } from '../../factor-words';
import { OwnedRow, RowName } from '../owned-list';

/** One second factor. */
export function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const name = nameOf(factor);
  const { kind } = FACTOR_WORDS[factor.factor_type];
  return (
    <OwnedRow
      name={<RowName>{name}</RowName>}
      note={
        <>
          {kind === name ? 'Added ' : `${kind}, added `}
          <OnDay at={factor.created_at} />
        </>
      }
    >
      <Button variant="outline" size="small" onClick={onRemove}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </OwnedRow>
  );
}
