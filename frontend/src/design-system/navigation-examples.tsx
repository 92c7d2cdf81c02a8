import { useState } from 'react';
import { AppLink } from '../ui/navigation/app-link';
import { Link } from '../ui/navigation/link';
import { Tabs } from '../ui/navigation/tabs';
import { Example, ExampleSection } from './example';

export function NavigationExamples() {
  const [tab, setTab] = useState<'sign-in' | 'sign-up'>('sign-in');
  return (
    <ExampleSection title="Navigation">
      <Example name="Link, AppLink">
        <Link to="/design-system.html" className="text-link">
          A link
        </Link>
        <AppLink href="/" variant="outline">
          Open the app
        </AppLink>
      </Example>
      <Example name="Tabs">
        <div className="w-full">
          <Tabs
            label="Account"
            selected={tab}
            onSelect={setTab}
            tabs={[
              { key: 'sign-in', label: 'Sign in', panel: <p>First panel</p> },
              { key: 'sign-up', label: 'Sign up', panel: <p>Second panel</p> },
            ]}
          />
        </div>
      </Example>
    </ExampleSection>
  );
}
