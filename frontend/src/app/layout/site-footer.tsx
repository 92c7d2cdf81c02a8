import { FOOTER_GROUPS, FOOTER_LINE } from '../../content/site-map';
import { siteConfig } from '../../lib/config/site-config';
import { WordMark } from '../../ui/icons/brand-mark';
import { Link } from '../../ui/navigation/link';
import { isKnownPage } from '../routes';

const GROUPS = FOOTER_GROUPS.map(({ label, links }) => ({
  label,
  links: links.filter(({ path }) => isKnownPage(path)),
}));
const LINK = 'inline-flex min-h-11 items-center hover:underline sm:min-h-8';

export function SiteFooter() {
  const { productName, supportEmail } = siteConfig();
  return (
    <footer className="deferred mt-20 border-t border-rule sm:mt-28">
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-10 px-5 py-12 sm:py-14 lg:grid-cols-[1fr_1.6fr]">
        <div>
          <WordMark name={productName} />
          <p className="mt-4 max-w-[20rem] text-small text-ink-soft">{FOOTER_LINE}</p>
          <p className="mt-2 text-small">
            <a href={`mailto:${supportEmail}`} className={LINK}>
              {supportEmail}
            </a>
          </p>
        </div>
        <nav
          aria-label="Footer"
          className="grid grid-cols-2 gap-x-6 gap-y-8 text-small sm:grid-cols-3 print:hidden"
        >
          {GROUPS.map(({ label, links }) => (
            <div key={label} className="last:max-sm:col-span-2">
              <p id={`footer-${label}`} className="caption border-b border-rule pb-2">
                {label}
              </p>
              <ul aria-labelledby={`footer-${label}`} className="grid justify-items-start pt-2">
                {links.map((link) => (
                  <li key={link.path}>
                    <Link to={link.path} className={LINK}>
                      {link.label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <p className="caption border-t border-rule pt-5 lg:col-span-2">© {productName}</p>
      </div>
    </footer>
  );
}
