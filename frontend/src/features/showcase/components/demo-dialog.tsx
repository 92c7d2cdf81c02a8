import { DEMO } from '../../../content/home';
import { ILLUSTRATIVE } from '../../../content/illustrative';
import { PageDialog } from '../../../ui/dialogs/page-dialog';
import { InboxScreen } from './screens/inbox-screen';
import { OverviewScreen } from './screens/overview-screen';
import { RenewalsScreen } from './screens/renewals-screen';
import { WorkspaceScreen } from './screens/workspace-screen';

const SCREENS = [
  <InboxScreen key="inbox" />,
  <OverviewScreen key="overview" />,
  <RenewalsScreen key="renewals" />,
  <WorkspaceScreen key="shortened" />,
];

/**
 * A silent, looping walkthrough of the product illustrations that restarts when opened. Animated with CSS
 * only (see `demo.css`) and can be paused. With reduced motion, all steps are shown at once.
 */
export function DemoDialog() {
  return (
    <PageDialog id="demo" title={DEMO.title} wide lightDismiss>
      <div className="demo">
        <ol className="demo-stage">
          {DEMO.steps.map((step, index) => (
            <li key={step.title} className="demo-step" style={{ '--step': index } as object}>
              <div className="demo-screen">{SCREENS[index]}</div>
              <div className="demo-caption">
                <p className="text-h3 font-bold tracking-tight">{step.title}</p>
                <p className="mt-1.5 text-ink-soft">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
        <div className="demo-controls mt-6 flex items-center gap-4">
          <label className="inline-flex min-h-11 items-center gap-2 rounded-control border border-rule-strong px-4 text-small font-semibold has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink">
            <input type="checkbox" className="demo-pause sr-only" />
            Pause
          </label>
          <div aria-hidden="true" className="flex flex-1 gap-1.5">
            {DEMO.steps.map((step, index) => (
              <span key={step.title} className="h-1 flex-1 bg-rule">
                <span className="demo-progress block h-full bg-ink" style={{ '--step': index } as object} />
              </span>
            ))}
          </div>
        </div>
        <p className="caption mt-4">{ILLUSTRATIVE}</p>
      </div>
    </PageDialog>
  );
}
