import { PageLink } from '../../../ui/navigation/page-link';

export function TermsAgreement() {
  return (
    <p data-uncovered="" className="text-fine text-ink-faint">
      By continuing, you accept the{' '}
      <PageLink to="/terms" newTab>
        Terms of Service
      </PageLink>{' '}
      and the{' '}
      <PageLink to="/privacy" newTab>
        Privacy Policy
      </PageLink>{' '}
      and confirm that you are at least 16 years old.
    </p>
  );
}
