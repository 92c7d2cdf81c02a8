import { articleEntry, type ArticleId } from '../../../content/articles/catalog';
import { Badge } from '../../../ui/data-display/badge';
import { buttonClass } from '../../../ui/buttons/button';
import { BackIcon } from '../../../ui/icons/icons';
import { Link } from '../../../ui/navigation/link';

/** Back link, category, title, and description. */
export function ArticleHead({ id }: { id: ArticleId }) {
  const article = articleEntry(id);
  return (
    <>
      <Link to="/blogs" className={buttonClass('quiet', 'medium', '-ml-4.5 print:hidden')}>
        <BackIcon className="size-4.5" />
        Back to Blog
      </Link>
      <header className="mt-8 max-w-[52rem] sm:mt-12">
        <Badge>{article.category}</Badge>
        <h1 className="mt-5 text-h1">{article.title}</h1>
        <p className="mt-5 text-lead text-ink-soft">{article.description}</p>
      </header>
    </>
  );
}
