import { CURRENCY } from '@subscription-site/shared/money';
import { BILLING_INTERVALS, CATALOG, PAID_PLANS } from '@subscription-site/shared/plans';
import { placeholder } from '@subscription-site/shared/templates';
import { pricingQuestions } from '../content/faq';
import type { ArticleEntry } from '../content/articles/catalog';
import { imagePath, type PublicPage } from './public-pages';

const SITE = placeholder('siteUrl', 'json');
const NAME = placeholder('productName', 'json');
const ORGANIZATION = `${SITE}/#organization`;

type Thing = Record<string, unknown>;

/** Structured data (schema.org) of a page. Contains no ratings, because there are none. */
export function structuredData(page: PublicPage): readonly Thing[] {
  const things: Thing[] = [];
  if (page.path === '/') things.push(organization(), website());
  if (page.path === '/pricing') things.push(product(page), questions());
  if (page.article) things.push(article(page, page.article));
  if (page.trail.length > 0) things.push(breadcrumbs(page));
  return things.map((thing) => ({ '@context': 'https://schema.org', ...thing }));
}

function organization(): Thing {
  return {
    '@type': 'Organization',
    '@id': ORGANIZATION,
    name: NAME,
    url: `${SITE}/`,
    logo: `${SITE}/icon-512.png`,
    email: placeholder('supportEmail', 'json'),
  };
}

function website(): Thing {
  return {
    '@type': 'WebSite',
    name: NAME,
    url: `${SITE}/`,
    inLanguage: 'en',
    publisher: { '@id': ORGANIZATION },
  };
}

function product({ description }: PublicPage): Thing {
  return {
    '@type': 'SoftwareApplication',
    name: NAME,
    description,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    image: `${SITE}/icon-512.png`,
    publisher: publisher(),
    offers: [
      {
        '@type': 'Offer',
        name: 'Free',
        price: '0',
        priceCurrency: CURRENCY.toUpperCase(),
        url: `${SITE}/pricing`,
      },
      ...PAID_PLANS.flatMap((plan) => BILLING_INTERVALS.map((interval) => planPrice(plan, interval))),
    ],
  };
}

function planPrice(plan: (typeof PAID_PLANS)[number], interval: (typeof BILLING_INTERVALS)[number]): Thing {
  const { name, amountCents } = CATALOG[plan];
  const price = (amountCents[interval] / 100).toFixed(2);
  const currency = CURRENCY.toUpperCase();
  return {
    '@type': 'Offer',
    name: `${name}, billed every ${interval}`,
    price,
    priceCurrency: currency,
    url: `${SITE}/pricing`,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price,
      priceCurrency: currency,
      billingDuration: interval === 'year' ? 'P1Y' : 'P1M',
    },
  };
}

function questions(): Thing {
  return {
    '@type': 'FAQPage',
    mainEntity: pricingQuestions(placeholder('supportEmail', 'json')).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

function article({ path, title, description }: PublicPage, { author, date, category }: ArticleEntry): Thing {
  return {
    '@type': 'Article',
    headline: title,
    description,
    articleSection: category,
    inLanguage: 'en',
    datePublished: date,
    dateModified: date,
    author: { '@type': 'Person', name: author },
    publisher: publisher(),
    image: SITE + imagePath(path),
    mainEntityOfPage: SITE + path,
  };
}

function publisher(): Thing {
  return { '@type': 'Organization', '@id': ORGANIZATION, name: NAME, url: `${SITE}/` };
}

function breadcrumbs({ trail }: PublicPage): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...trail].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: SITE + path,
    })),
  };
}
