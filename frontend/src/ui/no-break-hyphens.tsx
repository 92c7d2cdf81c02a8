/** Two short words with a hyphen between them: a name that somebody gave may be longer, and has to break. */
const HYPHENATED = /((?<![\w-])[a-z]{2,8}-[a-z]{2,8}(?![\w-]))/i;

/** A title in which a word like "two-step" stays on one line. */
export function NoBreakHyphens({ children }: { children: string }) {
  return children.split(HYPHENATED).map((part, at) =>
    at % 2 === 1 ? (
      <span key={at} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
