export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only bg-marker px-4 py-3 font-semibold text-marker-ink focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:px-4 focus:py-3"
    >
      Skip to content
    </a>
  );
}
