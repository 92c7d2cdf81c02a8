import { buttonClass } from '../../../ui/buttons/button';
import { BackIcon } from '../../../ui/icons/icons';
import { Link } from '../../../ui/navigation/link';

/** 404 page for unknown articles. */
export function Page() {
  return (
    <div className="mx-auto max-w-page px-5 py-16 sm:py-28">
      <p className="caption">404</p>
      <h1 className="mt-3 text-h1">Article Not Found</h1>
      <p className="mt-5 max-w-prose text-lead text-ink-soft">
        The article you&apos;re looking for doesn&apos;t exist.
      </p>
      <Link to="/blogs" className={buttonClass('ink', 'large', 'mt-8')}>
        <BackIcon className="size-4.5" />
        Back to Blog
      </Link>
    </div>
  );
}
