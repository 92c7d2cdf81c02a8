import type { Factor } from '../../../../lib/session/factors';
import { ShortDate } from '../../../../ui/data-display/relative-time';
import { Button } from '../../../../ui/buttons/button';
import { FACTOR_LABELS, factorName } from '../../factor-labels';
import { ItemRow, ItemName } from '../../../../ui/data-display/item-list';

export function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const name = factorName(factor);
  const { kind } = FACTOR_LABELS[factor.factor_type];
  return (
    <ItemRow
      name={<ItemName>{name}</ItemName>}
      details={
        <>
          {kind === name ? 'Added ' : `${kind}, added `}
          <ShortDate at={factor.created_at} />
        </>
      }
    >
      <Button variant="outline" size="small" onClick={onRemove}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </ItemRow>
  );
}
