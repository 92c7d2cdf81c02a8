import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import ts from 'typescript';
import { declaredEventTypes } from '../../src/platform/outbox/event-type.js';
import type { AnyHandler } from '../../src/platform/outbox/registered-work.js';

const ROOT = join(import.meta.dirname, '../../..');
const MODULES = 'backend/src/modules';
export const EVENTS_DOCUMENT = join(ROOT, 'docs/events.md');

/** The tables of docs/events.md for these handlers, one for each module that declares events. */
export async function eventTables(handlers: readonly AnyHandler[]): Promise<string> {
  const events = filesNamed(/(^|\/)events\.ts$/).flatMap(eventsIn);
  const classes = new Map(filesNamed(/\.handlers?\.ts$/).flatMap(classesIn));

  const rows = declaredEventTypes().map(({ topic, queue }) => {
    const event = events.find((declared) => declared.topic === topic);
    if (!event) throw new Error(`${topic} is not declared in a file named events.ts.`);
    const consumers = handlers
      .filter((handler) => handler.event.topic === topic)
      .toSorted((a, b) => a.id.localeCompare(b.id))
      .map((handler) => {
        const declared = classes.get(handler.constructor.name);
        if (!declared) throw new Error(`${handler.constructor.name} is not in a file named *.handler(s).ts.`);
        return `${link(handler.id, declared.file)}: ${declared.summary ?? describeTemplate(handler)}`;
      });
    const cells = [link(topic, event.file), event.summary, event.payload, queue, consumers.join('<br>')];
    return { module: event.file.split('/')[0]!, row: `| ${cells.join(' | ')} |` };
  });

  const tables = [...Map.groupBy(rows, ({ module }) => module)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([module, own]) =>
      [`## ${module}\n`, HEADER, ...own.map(({ row }) => row).toSorted((a, b) => a.localeCompare(b))].join(
        '\n',
      ),
    );
  const { code } = await format(EVENTS_DOCUMENT, tables.join('\n\n'));
  return code;
}

const HEADER = '| event | published when | payload | queue | consumers |\n| - | - | - | - | - |';

/** Source files of the modules, relative to their folder. */
function filesNamed(name: RegExp): { file: string; source: ts.SourceFile }[] {
  const folder = join(ROOT, MODULES);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => ({
      file,
      source: ts.createSourceFile(
        file,
        readFileSync(join(folder, file), 'utf8'),
        ts.ScriptTarget.Latest,
        true,
      ),
    }));
}

/** Declarations such as `export const userConfirmed = eventType<{ userId: string }>('user.confirmed', 'events')`. */
function eventsIn({ file, source }: { file: string; source: ts.SourceFile }) {
  return source.statements.filter(ts.isVariableStatement).flatMap((statement) => {
    const call = statement.declarationList.declarations[0]?.initializer;
    if (!call || !ts.isCallExpression(call) || call.expression.getText() !== 'eventType') return [];
    const topic = (call.arguments[0] as ts.StringLiteral).text;
    return [
      {
        file,
        topic,
        summary: readSummary(statement) ?? '',
        payload: listFields(call.typeArguments![0]!, source),
      },
    ];
  });
}

function classesIn({ file, source }: { file: string; source: ts.SourceFile }) {
  return source.statements
    .filter(ts.isClassDeclaration)
    .map((node) => [node.name!.text, { file, summary: readSummary(node) }] as const);
}

/** Field names of the payload: a type literal, or an interface of the same file. */
function listFields(type: ts.TypeNode, source: ts.SourceFile): string {
  const shape = ts.isTypeLiteralNode(type)
    ? type
    : source.statements.filter(ts.isInterfaceDeclaration).find(({ name }) => name.text === type.getText());
  if (!shape) throw new Error(`Declare ${type.getText()} in ${source.fileName}.`);
  return shape.members
    .filter(ts.isPropertySignature)
    .map(({ name, questionToken }) => `\`${name.getText()}${questionToken ? '?' : ''}\``)
    .join(', ');
}

/** The first sentence of the doc comment, without its period. */
function readSummary(node: ts.Node): string | undefined {
  const comment = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc)?.comment;
  const text = ts.getTextOfJSDocComment(comment)?.replace(/\s+/g, ' ');
  return text?.split(/\.(?: |$)/)[0];
}

/** A handler without a doc comment only emails the user. */
function describeTemplate(handler: object): string {
  if ('template' in handler) return `Sends the user the \`${String(handler.template)}\` email`;
  throw new Error(`${handler.constructor.name} needs a doc comment.`);
}

const link = (text: string, file: string): string => `[\`${text}\`](../${MODULES}/${file})`;
