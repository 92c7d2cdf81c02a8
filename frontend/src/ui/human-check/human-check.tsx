import { useEffect, useId, useRef, useState, type ComponentType, type RefObject } from 'react';
import type { CaptchaConfig } from '@subscription-site/shared/brand';
import type { HumanCheck as Check } from '../../lib/human/use-human-check';
import { useLoad } from '../../lib/use-load';
import { Button } from '../button';
import { describedBy, FieldNotes } from '../field';
import { Notice } from '../notice';
import { presentTheme, USUAL_WIDTH, type WidgetProps } from './widget';

/** Each provider's widget is a file of its own, loaded where a check is shown and nowhere else. */
const WIDGETS: Record<CaptchaConfig['provider'], () => Promise<{ Widget: ComponentType<WidgetProps> }>> = {
  turnstile: () => import('./turnstile-widget'),
  hcaptcha: () => import('./hcaptcha-widget'),
};

/**
 * The check of {@link Check} on the page: put it right above the form's button. Nothing where no captcha is configured. `error` is
 * what the form has to say about it; it goes once the check has its answer.
 */
export function HumanCheck({ check, error }: { check: Check; error?: string }) {
  const { config } = check;
  return config ? <ShownCheck config={config} check={check} error={error} /> : null;
}

function ShownCheck(props: { config: CaptchaConfig; check: Check; error: string | undefined }) {
  const { check, config } = props;
  const { provider, siteKey } = config;
  const id = useId();
  const room = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(1);
  const [failedIn, setFailedIn] = useState<number>();
  const width = useFirstWidth(room);
  const { status, value } = useLoad(
    `${provider} ${attempt} ${width === undefined ? 'unseen' : 'seen'}`,
    async () => (width === undefined ? undefined : WIDGETS[provider]()),
  );

  const failed = status === 'failed' || failedIn === attempt;
  const error = check.answered ? undefined : props.error;
  const Widget = value?.Widget;
  return (
    <fieldset
      className="min-w-0"
      aria-label="Verify that you're human"
      aria-describedby={describedBy(id, undefined, error)}
      data-faulty={error ? '' : undefined}
      tabIndex={error ? -1 : undefined}
    >
      <div ref={room} className="min-h-18 overflow-x-auto">
        {failed ? (
          <Notice tone="danger" title="The captcha didn't load">
            <p>Check your connection and make sure your browser isn&apos;t blocking {HOSTS[provider]}.</p>
            <Button
              variant="outline"
              size="small"
              className="mt-3"
              onClick={() => setAttempt((before) => before + 1)}
            >
              Reload captcha
            </Button>
          </Notice>
        ) : Widget && width !== undefined ? (
          <Widget
            key={`${attempt} ${check.turn}`}
            siteKey={siteKey}
            theme={presentTheme()}
            compact={width < USUAL_WIDTH}
            onAnswer={check.answer}
            onFailed={() => setFailedIn(attempt)}
          />
        ) : null}
      </div>
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}

/** The width of a place once it is on the screen: nothing is loaded for a form behind a tab that was never opened. */
function useFirstWidth(place: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === 0) return;
      setWidth(element.clientWidth);
      observer.disconnect();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
}

const HOSTS: Record<CaptchaConfig['provider'], string> = {
  turnstile: 'challenges.cloudflare.com',
  hcaptcha: 'hcaptcha.com',
};
