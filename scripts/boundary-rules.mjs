// Rules for oxlint about what imports can't express; .oxlintrc.json says to which files each one applies.

/** `on` is the kind of syntax node, and `violates` gets each one of them and a function that returns the source text of a node. */
const rules = {
  'environment-only-in-config': {
    message: 'Settings are read once and validated together, in platform/config.',
    on: 'MemberExpression',
    violates: (node, textOf) => /^(globalThis\.)?process\.env$/.test(textOf(node)),
  },
  'http-exceptions-only-in-http': {
    message: 'Domain errors carry a code and a kind; one filter maps kinds to HTTP statuses.',
    on: 'ImportSpecifier',
    violates: ({ imported, parent }) =>
      imported.name.endsWith('Exception') && parent.source.value === '@nestjs/common',
  },
  'jobs-only-from-relay-and-scheduler': {
    message: 'A job that bypasses the outbox is lost when Redis is unavailable.',
    on: 'CallExpression',
    violates: ({ callee }, textOf) =>
      /^(add|addBulk)$/.test(callee.property?.name) && /queues?(\W|$)/i.test(textOf(callee.object)),
  },
  'time-only-from-clock': {
    message: "Code that reads the system time directly can't be tested with a fake clock.",
    on: ['NewExpression', 'CallExpression'],
    violates: (node, textOf) =>
      node.type === 'NewExpression'
        ? textOf(node.callee) === 'Date' && node.arguments.length === 0
        : textOf(node.callee) === 'Date.now',
  },
  'sql-only-in-queries': {
    message: 'Tables are read and written through the entity manager; what must be SQL is in *.queries.ts.',
    on: 'CallExpression',
    violates: (node, textOf) =>
      textOf(node.callee).endsWith('.query') && node.arguments.some((argument) => has(argument, 'text')),
  },
  'sql-states-its-reason': {
    message: 'SQL is the exception; `reason` says why the entity manager cannot do it.',
    on: 'ObjectExpression',
    violates: (node) => has(node, 'text') && !has(node, 'reason'),
  },
};

function has(node, property) {
  return node.type === 'ObjectExpression' && node.properties.some(({ key }) => key?.name === property);
}

function toOxlint({ message, on, violates }) {
  const create = ({ report, sourceCode }) => {
    const visit = (node) => violates(node, (part) => sourceCode.getText(part)) && report({ node, message });
    return Object.fromEntries([on].flat().map((kind) => [kind, visit]));
  };
  return { create };
}

export default {
  meta: { name: 'boundaries' },
  rules: Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, toOxlint(rule)])),
};
