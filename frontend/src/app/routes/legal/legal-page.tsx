import type { ReactNode } from 'react';
import type { LegalFacts, LegalText } from '../../../content/legal/legal-text';
import { siteConfig } from '../../../lib/config/site-config';
import { LastUpdated } from './last-updated';
import { LegalSection } from './legal-section';

/** A legal page: header, table of contents, sections. `children` go at the end of the header. */
export function LegalPage({
  text,
  children,
}: {
  text: (facts: LegalFacts) => LegalText;
  children?: ReactNode;
}) {
  const { title, summary, sections } = text(siteConfig());
  return (
    <div className="mx-auto max-w-page px-5 pt-12 sm:pt-20">
      <header className="max-w-[52rem]">
        <h1 className="text-h1">{title}</h1>
        <p className="mt-5 text-lead text-ink-soft">{summary}</p>
        <LastUpdated />
        {children ? <div className="mt-8">{children}</div> : null}
      </header>
      <div className="mt-10 grid gap-x-12 border-t-2 border-ink pt-6 lg:grid-cols-[1fr_2.2fr]">
        <nav aria-labelledby="contents" className="self-start lg:sticky lg:top-24 print:hidden">
          <p id="contents" className="caption">
            On this page
          </p>
          <ol className="mt-3 grid text-small sm:max-lg:grid-cols-2 sm:max-lg:gap-x-8">
            {sections.map((section, index) => (
              <li key={section.id}>
                <a
                  href={`#${section.id}`}
                  className="flex min-h-11 gap-3 border-b border-rule py-2.5 lg:min-h-9 lg:py-1.5 hover:bg-well hover:text-ink"
                >
                  <span className="w-5 figure text-fine">{index + 1}</span>
                  {section.heading}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="legal prose">
          {sections.map((section, index) => (
            <LegalSection key={section.id} section={section} number={index + 1} />
          ))}
        </div>
      </div>
    </div>
  );
}
