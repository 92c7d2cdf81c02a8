import { REQUEST } from '../../../../content/demo-workspace';
import { Screen } from '../screen';

/** A purchase request and its approval. */
export function RequestScreen() {
  return (
    <Screen
      title={`Request: ${REQUEST.tool}`}
      note="2 replies"
      label="A teammate requests a whiteboard tool, another approves it until March, and the decision is recorded with an owner and a date."
    >
      <div className="caption pt-3">{REQUEST.terms}</div>
      {REQUEST.thread.map((entry) => (
        <div key={entry.who} className="mt-3 grid grid-cols-[--spacing(8)_1fr] gap-3">
          <span className="grid size-8 place-items-center rounded-round border border-rule-strong text-fine font-semibold">
            {entry.who.charAt(0)}
          </span>
          <span>
            <span className="font-semibold">{entry.who}</span>
            <span className="block text-ink-soft">{entry.text}</span>
          </span>
        </div>
      ))}
      <div className="mt-4 border-t border-rule pt-3">
        <span className="marked font-semibold">{REQUEST.outcome}</span>
      </div>
    </Screen>
  );
}
