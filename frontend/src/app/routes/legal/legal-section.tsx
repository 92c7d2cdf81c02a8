import type { LegalBlock, LegalSection as Section, LegalTable } from '../../../content/legal/legal-text';
import { LinkedText } from './linked-text';

export function LegalSection({ section, number }: { section: Section; number: number }) {
  return (
    <section aria-labelledby={section.id} className="deferred">
      <h2 id={section.id} className="flex gap-3">
        <span className="caption pt-1.5">{number}</span>
        {section.heading}
      </h2>
      {section.blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </section>
  );
}

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === 'string')
    return (
      <p>
        <LinkedText>{block}</LinkedText>
      </p>
    );
  if ('table' in block) return <TableBlock table={block.table} />;
  return (
    <ul>
      {block.list.map((item) => (
        <li key={item}>
          <LinkedText>{item}</LinkedText>
        </li>
      ))}
    </ul>
  );
}

/** On narrow screens each row becomes a card with labeled values, so that nothing scrolls sideways. */
function TableBlock({ table }: { table: LegalTable }) {
  return (
    <table className="legal-table">
      <caption className="sr-only">{table.caption}</caption>
      <thead>
        <tr>
          {table.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(([first, ...rest]) => (
          <tr key={first}>
            <th scope="row">
              <RowName>{first!}</RowName>
            </th>
            {rest.map((cell, index) => (
              <td key={table.columns[index + 1]} data-column={table.columns[index + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Emphasizes the part before the colon. */
function RowName({ children: text }: { children: string }) {
  const [name, ...rest] = text.split(': ');
  return (
    <>
      <b>{name}</b>
      {rest.length > 0 ? `: ${rest.join(': ')}` : null}
    </>
  );
}
