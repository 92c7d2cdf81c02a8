/** Two short hyphenated words. Longer ones, such as user-provided names, may break. */
const HYPHENATED = /((?<![\w-])[a-z\d]{2,8}-[a-z]{2,8}(?![\w-]))/i;

/** Keeps words like "two-factor" on one line. */
export function NoBreakHyphens({ children }: { children: string }) {
  return children.split(HYPHENATED).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
