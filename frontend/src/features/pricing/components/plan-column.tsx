import { Badge } from '../../../ui/data-display/badge';
import { Button, buttonClass } from '../../../ui/buttons/button';
import { classNames } from '../../../ui/class-names';
import { CheckIcon } from '../../../ui/icons/check-icon';
import type { PlanCard } from '../plan-cards';
import { planButtonId } from '../use-plan-actions';

export function PlanColumn(props: { card: PlanCard; busy: boolean; onChoose: () => void }) {
  const { card, busy, onChoose } = props;
  const heading = `plan-${card.key}`;
  return (
    <article
      aria-labelledby={heading}
      data-price-id={card.priceId ?? undefined}
      className={classNames(
        'deferred flex flex-col bg-card px-6 pt-7 pb-8',
        card.popular && 'shadow-[inset_0_6px_0_var(--color-marker)]',
      )}
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h2 id={heading} className="text-h3">
          {card.name}
        </h2>
        {card.badge ? <Badge tone="marker">{card.badge}</Badge> : null}
      </div>
      <p className="mt-2 min-h-12 text-small text-ink-soft">{card.description}</p>
      <p className="mt-6 flex items-baseline gap-x-2">
        <span className="sum text-h1" translate={card.key === 'custom' ? undefined : 'no'}>
          {card.price}
        </span>
        <span className="text-small text-ink-soft">{card.period}</span>
      </p>
      <p className="min-h-6 text-fine text-ink-faint">{card.otherPrice}</p>
      <Button
        id={planButtonId(card.key)}
        variant={card.variant}
        className={classNames('mt-6 w-full', card.path && 'noscript:hidden')}
        disabled={card.disabled}
        busyLabel={busy && 'Processing...'}
        onClick={onChoose}
      >
        {card.ctaLabel}
      </Button>
      {card.path ? (
        <a
          href={card.path}
          className={buttonClass(card.variant, 'medium', 'mt-6 hidden! w-full noscript:inline-flex!')}
        >
          {card.ctaLabel}
        </a>
      ) : null}
      <ul className="mt-7 border-t border-rule text-small">
        {card.features.map((feature) => (
          <li key={feature} className="flex gap-2.5 border-b border-rule py-2.5">
            <CheckIcon className="mt-0.5 size-4.5" />
            {feature}
          </li>
        ))}
      </ul>
    </article>
  );
}
