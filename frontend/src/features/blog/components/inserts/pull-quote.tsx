/** A sentence of the article, set large. Hidden from screen readers, which read it in its place. */
export function PullQuote({ children }: { children: string }) {
  return (
    <aside aria-hidden="true" className="insert border-l-8 border-marker py-1 pl-6 sm:pl-8">
      <p className="text-h2 leading-tight font-bold tracking-tight text-balance">{children}</p>
    </aside>
  );
}
