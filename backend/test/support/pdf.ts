import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface ParsedPdf {
  title: string;
  /** Of the first page, in the order of the document. */
  text: string;
  /** Roles of the elements of its structure, in document order. */
  roles: string[];
  isMarked: boolean;
  /** Names of the embedded fonts. Fails if a font is not embedded. */
  fonts: string[];
}

interface StructureNode {
  role?: string;
  children?: StructureNode[];
}

/** Reads a PDF with another library than the one that wrote it. */
export async function parsePdf(bytes: Uint8Array): Promise<ParsedPdf> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false }).promise;
  const page = await document.getPage(1);
  const content = await page.getTextContent();
  const { fnArray, argsArray } = await page.getOperatorList();
  const fontIds = new Set(
    argsArray.filter((_, index) => fnArray[index] === OPS.setFont).map(([id]) => id as string),
  );
  const fonts = [...fontIds].map((id) => page.commonObjs.get(id) as { name: string; missingFile?: boolean });
  if (fonts.some(({ missingFile }) => missingFile)) throw new Error('a font is not embedded');
  // The types describe an object.
  const markInfo = (await document.getMarkInfo()) as unknown as Map<string, boolean>;
  const { info } = (await document.getMetadata()) as { info: { Title?: string } };
  return {
    title: info.Title ?? '',
    text: content.items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''),
    roles: listRoles((await page.getStructTree()) as StructureNode),
    isMarked: markInfo.get('Marked') === true,
    fonts: fonts.map(({ name }) => name),
  };
}

function listRoles({ role, children = [] }: StructureNode): string[] {
  return [...(role ? [role] : []), ...children.flatMap(listRoles)];
}
