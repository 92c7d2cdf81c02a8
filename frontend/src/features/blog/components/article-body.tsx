import { readBody } from '../article-body';

/** Lines that a phone's first screen can hold. */
const FIRST_SCREEN = 8;

/** The body of an article as plain text; nothing in it is ever read as markup. */
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
