import { readBody } from '../article-body';

/** Lines that fit on a phone's first screen. */
const FIRST_SCREEN = 8;

/** Renders the body as plain text, never as markup. */
export function ArticleBody({ content }: { content: string }) {
  return (
    <div className="article prose">
      {readBody(content).map((line, index) => {
        if (line.kind === 'break') return <br key={index} />;
        if (line.kind === 'heading') return <h2 key={index}>{line.text}</h2>;
        return (
          <p key={index} className={index >= FIRST_SCREEN ? 'deferred' : undefined}>
            {line.text}
          </p>
        );
      })}
    </div>
  );
}
