import type { ReactNode } from 'react';

export function ExampleSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-14 border-t-2 border-ink pt-6">
      <h2 className="mb-6 text-h2">{title}</h2>
      <div className="grid gap-8">{children}</div>
    </section>
  );
}

export function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <p className="caption mb-2">{name}</p>
      <div className="flex flex-wrap items-start gap-3">{children}</div>
    </div>
  );
}
