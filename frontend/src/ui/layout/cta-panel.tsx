import { useId, type ReactNode } from 'react';

/** Call to action at the end of a page. */
export function CtaPanel(props: { headline: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="deferred mx-auto max-w-page px-5 pt-20 sm:pt-28 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-8 border border-transparent bg-marker px-7 py-12 text-marker-ink sm:px-12 sm:py-16">
        <div>
          <h2 id={id} className="text-h2">
            {props.headline}
          </h2>
          <p className="mt-3 text-lead">{props.text}</p>
        </div>
        {props.children}
      </div>
    </section>
  );
}
