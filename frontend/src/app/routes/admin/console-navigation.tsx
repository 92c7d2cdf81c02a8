import type { StaffMember } from '@subscription-site/shared/contracts';
import { CloseIcon } from '../../../ui/icons/icons';
import { Link } from '../../../ui/navigation/link';
import { useAriaCurrent } from '../../../ui/navigation/section-link';

/** ID of the popover that the sections are in on narrow screens. */
export const CONSOLE_NAVIGATION = 'console-navigation';

interface Section {
  to: string;
  label: string;
  /** Path prefix of its other screens, if not its own. */
  below?: string;
  adminOnly?: true;
}

const GROUPS: readonly { label: string; sections: readonly Section[] }[] = [
  {
    label: 'Support',
    sections: [
      { to: '/admin/customers', label: 'Customers' },
      { to: '/admin', label: 'Emails', below: '/admin/emails' },
      { to: '/admin/messages', label: 'SMS' },
      { to: '/admin/cancellations', label: 'Cancellations' },
    ],
  },
  {
    label: 'Payments',
    sections: [
      { to: '/admin/reviews', label: 'Payment reviews' },
      { to: '/admin/payments', label: 'Unclaimed payments' },
      { to: '/admin/subscription-cancellations', label: 'Failed cancellations' },
      { to: '/admin/mismatches', label: 'Mismatches' },
    ],
  },
  {
    label: 'System',
    sections: [
      { to: '/admin/queues', label: 'Queues' },
      { to: '/admin/webhooks', label: 'Webhooks' },
      { to: '/admin/files', label: 'Files', adminOnly: true },
      { to: '/admin/audit', label: 'Audit log', adminOnly: true },
    ],
  },
];

/** The sections of the console: beside the content, or on narrow screens in a popover. */
export function ConsoleNavigation({ staff }: { staff: StaffMember }) {
  const mayOpen = ({ adminOnly }: Section) => !adminOnly || staff.role === 'admin';
  return (
    <nav
      id={CONSOLE_NAVIGATION}
      popover="auto"
      aria-label="Console"
      className="inset-y-0 left-0 m-0 h-dvh w-72 max-w-[85vw] overflow-y-auto border-r border-rule bg-card p-3 text-ink backdrop:bg-[#000]/55 lg:sticky lg:top-14 lg:block lg:h-[calc(100dvh-3.5rem)] lg:w-auto lg:py-5 print:hidden"
    >
      <button
        type="button"
        popoverTarget={CONSOLE_NAVIGATION}
        popoverTargetAction="hide"
        className="float-right grid size-11 place-items-center rounded-control text-ink-soft hover:bg-well hover:text-ink lg:hidden"
      >
        <CloseIcon />
        <span className="sr-only">Close</span>
      </button>
      {GROUPS.map(({ label, sections }) => (
        <div key={label} className="mb-5 last:mb-0">
          <p id={`console-${label}`} className="caption px-3 pb-1.5 max-lg:pt-3">
            {label}
          </p>
          <ul aria-labelledby={`console-${label}`} className="grid gap-px">
            {sections.filter(mayOpen).map((section) => (
              <li key={section.to}>
                <ConsoleLink section={section} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function ConsoleLink({ section: { to, label, below } }: { section: Section }) {
  const current = useAriaCurrent(to, below);
  return (
    <Link
      to={to}
      aria-current={current}
      onClick={() => document.getElementById(CONSOLE_NAVIGATION)?.hidePopover?.()}
      className="flex min-h-11 items-center rounded-control px-3 text-small font-medium text-ink-soft hover:bg-well hover:text-ink aria-[current]:bg-marker aria-[current]:font-semibold aria-[current]:text-marker-ink lg:min-h-9"
    >
      {label}
    </Link>
  );
}
