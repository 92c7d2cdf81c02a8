import type { ComponentType } from 'react';
import type { ArticleId } from '../../content/articles/catalog';
import { staticContent } from '../../lib/hydration/static-content';
import { ArticleScreen, type ArticleParts } from './components/article-screen';

/** An article page. Only the author line and the share button are hydrated. */
export async function articlePage(id: ArticleId, load: () => Promise<ArticleParts>): Promise<ComponentType> {
  const part = (name: keyof ArticleParts) => staticContent(async () => ({ Content: (await load())[name] }));
  const [Head, Body, End] = await Promise.all([part('Head'), part('Body'), part('End')]);
  const parts = { Head, Body, End };
  return function ArticlePage() {
    return <ArticleScreen id={id} parts={parts} />;
  };
}
