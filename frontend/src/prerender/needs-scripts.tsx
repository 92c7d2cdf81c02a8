import { siteConfig } from '../lib/config/site-config';

export function NeedsScripts() {
  const { supportEmail } = siteConfig();
  return (
    <div className="mx-auto grid max-w-prose gap-5 px-5 pt-12 sm:pt-20">
      <h1 className="text-h2">This page needs JavaScript</h1>
      <p className="text-ink-soft">
        You need JavaScript to sign in and pay. Turn it on and reload the page, or email{' '}
        <a href={`mailto:${supportEmail}`} className="text-link">
          {supportEmail}
        </a>
        .
      </p>
      <p>
        <a href="/" className="font-semibold text-link">
          Back to the home page
        </a>
      </p>
    </div>
  );
}
