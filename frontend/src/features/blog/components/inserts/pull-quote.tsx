/** A sentence from the article in large type. Hidden from screen readers, which read it in the text itself. */
export function PullQuote({ children }: { children: string }) {
  return (
    <aside aria-hidden="true" className="insert border-l-8 border-marker py-1 pl-6 sm:pl-8">
      <p className="text-h2 leading-tight font-bold tracking-tight text-balance">{children}</p>
    </aside>
  );
}
