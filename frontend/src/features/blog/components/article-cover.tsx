import type { ReactNode } from 'react';
import type { ArticleId } from '../../../content/articles/catalog';

const INK = 'var(--color-ink)';
const MARKER = 'var(--color-marker)';
const RULE = 'var(--color-rule-strong)';

/** A bill with four leaks; a box, seats, and a meter; a page with check marks. */
const DRAWINGS: Record<ArticleId, ReactNode> = {
  'saas-spending-startups': (
    <>
      <path
        fill="var(--color-card)"
        stroke={INK}
        d="M98 24h124v134l-10-8-10 8-11-8-10 8-10-8-11 8-10-8-10 8-11-8-10 8-10-8-11 8z"
      />
      <path fill={MARKER} d="M106 57h108v11H106zM106 101h108v11H106z" />
      <path stroke={INK} strokeWidth="3" d="M112 44h44M112 62.5h62M112 84h38M112 106.5h56M112 128h48" />
      <path stroke={INK} strokeWidth="3" d="M190 44h18M194 62.5h14M190 84h18M196 106.5h12M186 128h22" />
    </>
  ),
  'saas-evolution': (
    <>
      <path stroke={RULE} d="M24 132h272" />
      <path
        fill="var(--color-card)"
        stroke={INK}
        d="M40 74h52v58H40zM40 74l12-14h52l-12 14M104 60v58l-12 14"
      />
      <path stroke={INK} strokeWidth="3" d="M50 92h26M50 102h18" />
      <path
        fill={INK}
        d="M140 76h14v14h-14zM163 76h14v14h-14zM140 97h14v14h-14zM163 97h14v14h-14zM140 118h14v14h-14z"
      />
      <path fill={MARKER} stroke={INK} d="M163.500 118.5h13v13h-13z" />
      <path fill="var(--color-card)" stroke={INK} d="M214 132a36 36 0 0 1 72 0z" />
      <path stroke={MARKER} strokeWidth="8" d="M250 104a28 28 0 0 1 24 14" />
      <path stroke={INK} strokeWidth="3" d="m250 132 17-20" />
    </>
  ),
  'smart-saas-management': (
    <>
      <path fill="var(--color-card)" stroke={INK} d="M104 22h112v136H104z" />
      <path fill={MARKER} d="M140 121h66v13h-66z" />
      <path stroke={INK} strokeWidth="3" d="m114 44 4 4 8-9M114 64l4 4 8-9M114 84l4 4 8-9M114 104l4 4 8-9" />
      <path stroke={INK} strokeWidth="3" d="M140 45h52M140 65h40M140 85h58M140 105h34M146 127.5h44" />
      <path stroke={INK} d="M114.500 121.5h11v11h-11z" />
    </>
  ),
};

/** Decorative illustration of an article. */
export function ArticleCover({ id, className }: { id: ArticleId; className?: string }) {
  return (
    <svg viewBox="0 0 320 180" className={className} fill="none" strokeWidth="2" aria-hidden="true">
      {DRAWINGS[id]}
    </svg>
  );
}
