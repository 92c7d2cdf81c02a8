import { useEffect, useId, useRef, useState, type ComponentType, type RefObject } from 'react';
import type { CaptchaConfig } from '@subscription-site/shared/brand';
import type { CaptchaState as Check } from '../../lib/use-captcha';
import { useLoad } from '../../lib/use-load';
import { Button } from '../buttons/button';
import { describedBy, FieldMessages } from '../forms/field';
import { Callout } from '../feedback/callout';
import { currentTheme, NORMAL_WIDTH, type WidgetProps } from './widget';

/** Each provider's widget is loaded only where it is shown. */
const WIDGETS: Record<CaptchaConfig['provider'], () => Promise<{ Widget: ComponentType<WidgetProps> }>> = {
  turnstile: () => import('./turnstile-widget'),
  hcaptcha: () => import('./hcaptcha-widget'),
};

/**
 * Renders the captcha of a form, above its submit button. Renders nothing when no captcha is configured.
 * `error` is hidden once the captcha is solved.
 */
export function Captcha({ captcha, error }: { captcha: Check; error?: string }) {
  const { config } = captcha;
  return config ? <LoadedCaptcha config={config} captcha={captcha} error={error} /> : null;
}

function LoadedCaptcha(props: { config: CaptchaConfig; captcha: Check; error: string | undefined }) {
  const { captcha, config } = props;
  const { provider, siteKey } = config;
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(1);
  const [failedAttempt, setFailedAttempt] = useState<number>();
  const width = useVisibleWidth(container);
  const { status, value } = useLoad(
    `${provider} ${attempt} ${width === undefined ? 'unseen' : 'seen'}`,
    async () => (width === undefined ? undefined : WIDGETS[provider]()),
  );

  const failed = status === 'failed' || failedAttempt === attempt;
  const error = captcha.solved ? undefined : props.error;
  const Widget = value?.Widget;
  return (
    <fieldset
      className="min-w-0"
      aria-label="Verify that you’re human"
      aria-describedby={describedBy(id, undefined, error)}
      data-invalid={error ? '' : undefined}
      tabIndex={error ? -1 : undefined}
    >
      <div ref={container} className="min-h-18 overflow-x-auto">
        {failed ? (
          <Callout tone="danger" title="The captcha didn’t load">
            <p>Check your connection and make sure your browser isn’t blocking {PROVIDER_HOSTS[provider]}.</p>
            <Button
              variant="outline"
              size="small"
              className="mt-3"
              onClick={() => setAttempt((before) => before + 1)}
            >
              Reload captcha
            </Button>
          </Callout>
        ) : Widget && width !== undefined ? (
          <Widget
            key={`${attempt} ${captcha.attempt}`}
            siteKey={siteKey}
            theme={currentTheme()}
            compact={width < NORMAL_WIDTH}
            onToken={captcha.setToken}
            onError={() => setFailedAttempt(attempt)}
          />
        ) : null}
      </div>
      <FieldMessages id={id} error={error} />
    </fieldset>
  );
}

/** The element's width once visible, so that nothing loads for a form in an unopened tab. */
function useVisibleWidth(container: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === 0) return;
      setWidth(element.clientWidth);
      observer.disconnect();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [container]);
  return width;
}

const PROVIDER_HOSTS: Record<CaptchaConfig['provider'], string> = {
  turnstile: 'challenges.cloudflare.com',
  hcaptcha: 'hcaptcha.com',
};
