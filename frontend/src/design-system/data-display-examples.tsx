import { Badge } from '../ui/data-display/badge';
import { RelativeTime, ShortDate } from '../ui/data-display/relative-time';
import { Table } from '../ui/data-display/table';
import { Timestamp } from '../ui/data-display/timestamp';
import { Card } from '../ui/layout/card';
import { Disclosure } from '../ui/layout/disclosure';
import { BillLine, ReceiptCard } from '../ui/layout/receipt-card';
import { Example, ExampleSection } from './example';

const TIME = '2026-11-20T11:00:00Z';

export function DataDisplayExamples() {
  return (
    <ExampleSection title="Data and layout">
      <Example name="Badge">
        {(['plain', 'marker', 'success', 'danger'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Example>
      <Example name="Timestamp, RelativeTime, ShortDate">
        <Timestamp at={TIME} />
        <RelativeTime at={TIME} />
        <ShortDate at={TIME} />
        <ShortDate at={TIME} withTime />
      </Example>
      <Example name="Table">
        <Table caption="Queues" columns={['Queue', 'Waiting']}>
          <tr>
            <td>email</td>
            <td className="figure">12</td>
          </tr>
        </Table>
      </Example>
      <Example name="Card, ReceiptCard">
        <Card>A card</Card>
        <ReceiptCard className="w-80 px-5 pt-6 pb-9">
          <BillLine label="Team" value="$49.00" />
          <BillLine label="Total" value="$49.00" strong />
        </ReceiptCard>
      </Example>
      <Example name="Disclosure">
        <div className="w-full">
          <Disclosure summary="Can I cancel at any time?">Yes.</Disclosure>
        </div>
      </Example>
    </ExampleSection>
  );
}
