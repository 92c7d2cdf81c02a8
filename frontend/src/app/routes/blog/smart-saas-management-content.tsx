import { CONTENT } from '../../../content/articles/smart-saas-management';
import { ArticleBody } from '../../../features/blog/components/article-body';
import { ArticleEnd } from '../../../features/blog/components/article-end';
import { ArticleHead } from '../../../features/blog/components/article-head';

const ID = 'smart-saas-management';

export const Head = () => <ArticleHead id={ID} />;
export const Body = () => <ArticleBody content={CONTENT} />;
export const End = () => <ArticleEnd id={ID} />;
