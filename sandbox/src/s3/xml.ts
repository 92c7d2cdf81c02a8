import { Builder, parseStringPromise } from 'xml2js';
import { S3Error } from './s3-error.ts';

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';
const builder = new Builder({ renderOpts: { pretty: false } });

/** A document whose root has the given children. Arrays repeat their element. */
export function toXml(root: string, children: object, namespace = NAMESPACE): string {
  return builder.buildObject({ [root]: { ...(namespace ? { $: { xmlns: namespace } } : {}), ...children } });
}

/** The text of each child of the root's children with this name. */
export async function readXml(
  xml: string,
  root: string,
  element: string,
): Promise<Record<string, string[] | undefined>[]> {
  try {
    const document = (await parseStringPromise(xml)) as Record<string, Record<string, unknown> | undefined>;
    const elements = document[root]?.[element];
    if (Array.isArray(elements)) return elements as Record<string, string[]>[];
  } catch {
    // Reported below, like any other document that is not what the operation expects.
  }
  throw new S3Error(400, 'MalformedXML', `The body must be a ${root} document with ${element} elements.`);
}
