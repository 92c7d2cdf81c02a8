import { FOOTER_LINE, FOOTER_LINKS } from '../../content/site-map';
import { siteConfig } from '../../lib/config/site-config';
import { WordMark } from '../../ui/icons/brand-mark';
import { Link } from '../../ui/navigation/link';
import { isKnownPage } from '../routes';

const LINKS = FOOTER_LINKS.filter(({ path }) => isKnownPage(path));

export function SiteFooter() {
  const { productName, supportEmail } = siteConfig();
  return (
    <footer className="deferred mt-20 border-t border-rule">
      <div className="mx-auto grid max-w-page gap-10 px-5 py-12 sm:grid-cols-[1fr_auto] sm:py-14">
        <div>
          <WordMark name={productName} />
          <p className="mt-4 max-w-[20rem] text-small text-ink-soft">{FOOTER_LINE}</p>
        </div>
        <nav aria-label="Footer" className="print:hidden">
          <ul className="grid text-small sm:gap-y-1 sm:grid-flow-col sm:grid-rows-4 sm:gap-x-14">
            {LINKS.map(({ path, label }) => (
              <li key={path}>
                <Link to={path} className="inline-flex min-h-11 items-center sm:min-h-8 hover:underline">
                  {label}
                </Link>
              </li>
            ))}
            <li>
              <a
                href={`mailto:${supportEmail}`}
                className="inline-flex min-h-11 items-center sm:min-h-8 hover:underline"
              >
                {supportEmail}
              </a>
            </li>
          </ul>
        </nav>
        <p className="caption border-t border-rule pt-5 sm:col-span-2">© {productName}</p>
      </div>
    </footer>
  );
}
