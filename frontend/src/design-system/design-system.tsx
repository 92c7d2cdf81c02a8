import { WordMark } from '../ui/icons/brand-mark';
import { DataDisplayExamples } from './data-display-examples';
import { Example, ExampleSection } from './example';
import { FeedbackExamples } from './feedback-examples';
import { FormExamples } from './form-examples';
import { NavigationExamples } from './navigation-examples';

/** The components of the design system, for comparison in both themes and at every width. */
export function DesignSystem() {
  return (
    <main className="mx-auto max-w-page px-5 py-12">
      <WordMark name="Design system" />
      <Typography />
      <FormExamples />
      <FeedbackExamples />
      <DataDisplayExamples />
      <NavigationExamples />
    </main>
  );
}

function Typography() {
  return (
    <ExampleSection title="Typography">
      <Example name="text-display">
        <p className="text-display">
          Built for <span className="marked">small teams</span>
        </p>
      </Example>
      <Example name="text-h1">
        <p className="text-h1">Heading 1</p>
      </Example>
      <Example name="text-h2">
        <p className="text-h2">Heading 2</p>
      </Example>
      <Example name="text-h3">
        <p className="text-h3">Heading 3</p>
      </Example>
      <Example name="text-lead, text-body, text-small, text-fine">
        <p className="text-lead">Lead</p>
        <p>Body</p>
        <p className="text-small">Small</p>
        <p className="text-fine text-ink-soft">Fine</p>
      </Example>
    </ExampleSection>
  );
}
