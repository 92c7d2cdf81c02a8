export type ArticleId = 'saas-spending-startups' | 'saas-evolution' | 'smart-saas-management';

/** Article metadata. The body is loaded by the article's own page only. */
export interface ArticleEntry {
  id: ArticleId;
  title: string;
  description: string;
  excerpt: string;
  author: string;
  date: string;
  readTime: string;
  category: 'Cost Management' | 'Industry Trends' | 'Best Practices';
}

/** Newest first. */
export const ARTICLES: readonly ArticleEntry[] = [
  {
    id: 'saas-spending-startups',
    title: 'Where a startup’s software money really goes',
    description:
      'Software is rarely a young company’s largest bill and almost always its least examined one. How to read it line by line, in one afternoon.',
    excerpt: 'Four leaks, none of them the price, and an afternoon that finds them.',
    author: 'Hanna Weiss',
    date: '2026-11-10',
    readTime: '6 min read',
    category: 'Cost Management',
  },
  {
    id: 'saas-evolution',
    title: 'From the box to the seat to the meter',
    description:
      'In one working life, software went from something you owned to something that bills you while you sleep. What each step gave, what it took, and what comes next.',
    excerpt: 'How software learned to send a bill every month, and what the meter changes.',
    author: 'Idris Bello',
    date: '2026-10-13',
    readTime: '6 min read',
    category: 'Industry Trends',
  },
  {
    id: 'smart-saas-management',
    title: 'A software policy your team will follow',
    description:
      'Small teams do not need a procurement department. They need six habits, one page, and one person in charge.',
    excerpt: 'Six habits that fit on one page, in the order in which they pay off.',
    author: 'Hanna Weiss',
    date: '2026-09-15',
    readTime: '6 min read',
    category: 'Best Practices',
  },
];

export function articleEntry(id: ArticleId): ArticleEntry {
  return ARTICLES.find((article) => article.id === id)!;
}
