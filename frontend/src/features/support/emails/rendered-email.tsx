import { useState } from 'react';
import type { EmailDetail } from '@subscription-site/shared/contracts';
import { SegmentedControl } from '../../../ui/forms/segmented-control';

type Form = 'html' | 'text';

/**
 * The rendered email with masked one-time links. The sandboxed frame cannot run scripts, load resources, or
 * submit forms.
 */
export function RenderedEmail({ email }: { email: EmailDetail }) {
  const [form, setForm] = useState<Form>('html');
  return (
    <section className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-h3">Preview</h2>
        <SegmentedControl<Form>
          legend="Format"
          chosen={form}
          onChoose={setForm}
          choices={[
            { key: 'html', label: 'HTML' },
            { key: 'text', label: 'Text' },
          ]}
        />
      </div>
      {form === 'html' ? (
        <iframe
          title={`Email: ${email.subject}`}
          sandbox=""
          srcDoc={email.html}
          className="h-[42rem] w-full border border-rule bg-card"
        />
      ) : (
        <pre className="border border-rule bg-card p-5 font-mono text-fine whitespace-pre-wrap">
          {email.text}
        </pre>
      )}
    </section>
  );
}
