import { Skeleton } from '../../../ui/feedback/skeleton';

const WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-2/5'];

export function ListSkeleton({ label }: { label: string }) {
  return (
    <output className="mt-6 block border border-rule bg-card">
      <span className="sr-only">{label}</span>
      {WIDTHS.map((width, index) => (
        <span key={index} className="grid gap-2.5 border-b border-rule px-4 py-5 last:border-b-0">
          <Skeleton className={width} />
          <Skeleton className="h-3 w-1/4" />
        </span>
      ))}
    </output>
  );
}
