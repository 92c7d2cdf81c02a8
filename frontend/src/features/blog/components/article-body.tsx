import { readBody } from '../article-body';

/** The body of an article as plain text; nothing in it is ever read as markup. */
export function ArticleBody({ content }: { content: string }) {
  return (
    <div className="article prose">
      {readBody(content).map((line, index) => {
        if (line.kind === 'break') return <br key={index} />;
        if (line.kind === 'heading') return <h2 key={index}>{line.text}</h2>;
        return <p key={index}>{line.text}</p>;
      })}
    </div>
  );
}
