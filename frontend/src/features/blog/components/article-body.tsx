import { Fragment, type ReactNode } from 'react';
import { readBody, type BodyLine } from '../article-body';

/** Lines that fit on a phone's first screen. */
const FIRST_SCREEN = 8;

/** Charts and pull quotes, keyed by the heading of the section they close. */
export type Inserts = Readonly<Record<string, ReactNode>>;

/** Renders the body as plain text, never as markup. */
export function ArticleBody({ content, inserts = {} }: { content: string; inserts?: Inserts }) {
  const lines = readBody(content);
  const places = insertPlaces(lines, inserts);
  return (
    <div className="article prose">
      {lines.map((line, index) => (
        <Fragment key={index}>
          {places.get(index)}
          <Line line={line} deferred={index >= FIRST_SCREEN} />
        </Fragment>
      ))}
      {places.get(lines.length)}
    </div>
  );
}

function Line({ line, deferred }: { line: BodyLine; deferred: boolean }) {
  if (line.kind === 'break') return <br />;
  if (line.kind === 'heading') return <h2>{line.text}</h2>;
  return <p className={deferred ? 'deferred' : undefined}>{line.text}</p>;
}

/** Inserts, keyed by the index of the line they precede: the next heading, or the end. */
function insertPlaces(lines: readonly BodyLine[], inserts: Inserts): ReadonlyMap<number, ReactNode> {
  return new Map(
    Object.entries(inserts).map(([heading, insert]) => {
      const start = lines.findIndex((line) => line.kind === 'heading' && line.text === heading);
      if (start < 0) throw new Error(`The article has no heading "${heading}".`);
      const next = lines.findIndex((line, index) => index > start && line.kind === 'heading');
      return [next < 0 ? lines.length : next, insert];
    }),
  );
}
