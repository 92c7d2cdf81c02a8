/**
 * Prerenders every public page and the files for crawlers. Runs at build time only. Installation settings
 * remain as placeholders that the server fills in.
 */
import { StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { placeholder } from '@subscription-site/shared/templates';
import { Site } from '../app/app';
import { loadPage, NOT_FOUND, matchRoute } from '../app/pages';
import { SiteLayout } from '../app/layout/site-layout';
import { isKnownPage } from '../app/routes';
import { ConsentBanner } from '../features/consent/components/consent-banner';
import { setSiteConfig } from '../lib/config/site-config';
import { AuthProvider } from '../lib/session/auth-provider';
import { setToday } from '../lib/today';
import { KnownPages } from '../ui/navigation/page-link';
import { NeedsScripts } from './needs-scripts';

export { clientDocument, prerenderedDocument, notFoundDocument, type ClientBuild } from './document';
export {
  checkoutPaths,
  clientRoutes,
  imagePath,
  missingRoutes,
  publicPages,
  type PublicPage,
} from './public-pages';
export { siteTexts, type SiteText } from './site-texts';
export { NOT_FOUND, matchRoute };

setSiteConfig({
  productName: placeholder('productName'),
  supportEmail: placeholder('supportEmail'),
  company: placeholder('company'),
  companyAddress: placeholder('companyAddress'),
  siteUrl: placeholder('siteUrl'),
  appUrl: placeholder('appUrl'),
});
setToday({ long: placeholder('today'), iso: placeholder('todayIso') });

/** HTML of the root element for a path and query, identical to the first client render. */
export async function renderBody(path: string): Promise<string> {
  await loadPage(matchRoute(path.split('?', 1)[0]!));
  return renderToString(
    <StrictMode>
      <StaticRouter location={path}>
        <Site />
      </StaticRouter>
    </StrictMode>,
  );
}

/** Shown instead of a client-rendered page when JavaScript is off. */
export function renderNoscript(): string {
  return renderToStaticMarkup(
    <StaticRouter location="/auth">
      <AuthProvider>
        <KnownPages value={isKnownPage}>
          <SiteLayout>
            <NeedsScripts />
          </SiteLayout>
        </KnownPages>
      </AuthProvider>
    </StaticRouter>,
  );
}

/** The consent banner, added to every page where an analytics service is configured. */
export function renderConsent(): string {
  return renderToStaticMarkup(<ConsentBanner />);
}
