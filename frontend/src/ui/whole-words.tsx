/** Two short words with a hyphen between them: a name that somebody gave may be longer, and has to break. */
const HYPHENED = /((?<![\w-])[a-z]{2,8}-[a-z]{2,8}(?![\w-]))/i;

/** A title in which a word like "two-step" stays on one line. */
export function WholeWords({ children }: { children: string }) {
  return children.split(HYPHENED).map((part, at) =>
    at % 2 === 1 ? (
      <span key={at} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
