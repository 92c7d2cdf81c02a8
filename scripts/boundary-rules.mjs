// Rules for oxlint that none of its own can express; .oxlintrc.json says to which files each one applies.

/** A reader of a parameter with fixed choices, named as in validation libraries; the ID of the replayed email; JavaScript's own method. */
const ALLOWED_NAMES = ['oneOf', 'replayOf', 'valueOf'];

/** `on` is the kind of syntax node, and `violates` gets each one of them and a function that returns the source text of a node. */
const rules = {
  'jobs-only-from-relay-and-scheduler': {
    message: 'A job that bypasses the outbox is lost when Redis is unavailable.',
    on: 'CallExpression',
    violates: ({ callee }, getText) =>
      /^(add|addBulk)$/.test(callee.property?.name) && /queues?(\W|$)/i.test(getText(callee.object)),
  },
  'time-only-from-clock': {
    message: "Code that reads the system time directly can't be tested with a fake clock.",
    on: ['NewExpression', 'CallExpression'],
    violates: (node, getText) =>
      node.type === 'NewExpression'
        ? getText(node.callee) === 'Date' && node.arguments.length === 0
        : getText(node.callee) === 'Date.now',
  },
  'sql-only-in-queries': {
    message: 'Tables are read and written through the entity manager; what must be SQL is in *.queries.ts.',
    on: ['CallExpression', 'Literal', 'TemplateLiteral'],
    violates: (node, getText) =>
      node.type === 'CallExpression'
        ? (getText(node.callee).endsWith('.query') &&
            node.arguments.some((argument) => has(argument, 'text'))) ||
          (/\bem\.execute$/.test(getText(node.callee)) && isText(node.arguments[0]))
        : isText(node) && /\bselect\b[^]*\bfrom\s+\w/.test(getText(node)),
  },
  'few-constructor-parameters': {
    message: 'A class with eight or more dependencies has more than one responsibility.',
    on: 'MethodDefinition',
    violates: ({ kind, value }) => kind === 'constructor' && value.params.length >= 8,
  },
  'functions-named-by-verbs': {
    message:
      'Name a function by what it does, such as readFields, toInvoice or findByUser, instead of `…Of`.',
    on: [
      'FunctionDeclaration',
      'VariableDeclarator',
      'AssignmentExpression',
      'Property',
      'PropertyDefinition',
      'MethodDefinition',
      'TSAbstractMethodDefinition',
      'TSMethodSignature',
    ],
    violates: ({ type, id, key, left, init, value, right }) => {
      const { name } = id ?? key ?? left?.property ?? {};
      const isFunction =
        !/^(Variable|Assignment|Property)/.test(type) || /Function/.test((init ?? value ?? right)?.type);
      return isFunction && /[a-z0-9]Of$/.test(name) && !ALLOWED_NAMES.includes(name);
    },
  },
};

function isText(node) {
  return node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string');
}

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
