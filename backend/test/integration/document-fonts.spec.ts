// cspell:disable -- names in many scripts
import { prepareFonts, type TextStyle } from '../../src/modules/documents/pdf/fonts.js';
import { PdfWriter } from '../../src/modules/documents/pdf/pdf-writer.js';
import { toRuns, type TextRun } from '../../src/modules/documents/pdf/text-runs.js';
import { parsePdf } from '../support/pdf.js';

const NAMES: { script: string; name: string; country?: string }[] = [
  { script: 'Latin', name: 'Łukasz Żółć & Søren Ærø' },
  { script: 'Cyrillic', name: 'Дмитрий Шостакович' },
  { script: 'Greek', name: 'Μίκης Θεοδωράκης' },
  { script: 'Arabic', name: 'محمد علي' },
  { script: 'Hebrew', name: 'שלום עליכם' },
  { script: 'Thai', name: 'สมชาย ใจดี' },
  { script: 'Devanagari', name: 'अमिताभ बच्चन' },
  { script: 'Armenian', name: 'Արամ Խաչատրյան' },
  { script: 'Georgian', name: 'შოთა რუსთაველი' },
  { script: 'Bengali', name: 'রবীন্দ্রনাথ ঠাকুর' },
  { script: 'Burmese', name: 'အောင်ဆန်းစုကြည်' },
  { script: 'Ethiopic', name: 'ኃይለ ሥላሴ' },
  { script: 'Gujarati', name: 'નરેન્દ્ર મોદી' },
  { script: 'Gurmukhi', name: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ' },
  { script: 'Kannada', name: 'ರಾಜ್‍ಕುಮಾರ್' },
  { script: 'Khmer', name: 'ហ៊ុន សែន, ភ្នំពេញ' },
  { script: 'Lao', name: 'ຄຳໄຕ ສີພັນດອນ' },
  { script: 'Malayalam', name: 'മോഹൻലാൽ കൃഷ്ണൻ' },
  { script: 'Odia', name: 'ନବୀନ ପଟ୍ଟନାୟକ' },
  { script: 'Sinhala', name: 'ශ්‍රී චන්ද්‍රිකා' },
  { script: 'Tamil', name: 'ரஜினிகாந்த்' },
  { script: 'Telugu', name: 'శ్రీ కృష్ణ' },
  { script: 'Thaana', name: 'އިބްރާހިމް މުހައްމަދު' },
  { script: 'Tibetan', name: 'བསྟན་འཛིན་རྒྱ་མཚོ' },
  { script: 'simplified Chinese', name: '毛泽东', country: 'CN' },
  { script: 'traditional Chinese', name: '臺灣積體電路製造', country: 'TW' },
  { script: 'Japanese', name: '株式会社アナリティカル・エンジン', country: 'JP' },
  { script: 'Korean', name: '김철수', country: 'KR' },
];

/** Conjuncts, and vowel signs that are drawn before the consonants they follow, in drawing order. */
const DRAWN_PARTS: [script: string, text: string, parts: string[]][] = [
  ['Bengali', 'স্ত্রী কি', ['স্', 'ত্র', 'ী', ' ', 'ি', 'ক']],
  ['Burmese', 'ကြေ', ['ေ', 'ြ', 'က']],
  ['Gurmukhi', 'ਪ੍ਰਿ', ['ਿ', 'ਪ', '੍ਰ']],
  ['Khmer', 'ខ្មែរ', ['ែ', 'ខ', '្ម', 'រ']],
  ['Malayalam', 'ക്രി', ['്ര', 'ക', 'ി']],
  ['Sinhala', 'ශ්‍රී', ['ශ', '්‍රී']],
  ['Tibetan', 'སྒྲོ', ['སྒྲ', 'ོ']],
  ['Thaana', 'މާލެ', ['ެ', 'ލ', 'ާ', 'މ']],
  ['Persian digits', '۱۲۳', ['۱', '۲', '۳']],
];

const splitText = (line: string, style: TextStyle = { weight: 'regular' }) =>
  toRuns(line, style).map(({ text }) => text);

const createPdf = () => new PdfWriter({ title: 'T', author: 'A', createdAt: new Date(0), size: 'A4' });

describe('the text of documents', () => {
  beforeAll(() => prepareFonts(JSON.stringify(NAMES)));

  it.each(NAMES)('has a glyph for each character of a $script name', ({ name, country }) => {
    for (const weight of ['regular', 'bold'] as const) {
      const runs = toRuns(name, { weight, country });
      expect(runs.map(({ text }) => text).join('')).toHaveLength(name.length);
      for (const { text, font } of runs)
        expect(font.layout(text).glyphs.map(({ id }) => id)).not.toContain(0);
    }
  });

  it.each(DRAWN_PARTS)('draws the parts of %s in the right order', (_, text, parts) => {
    const [{ font }] = toRuns(text, { weight: 'regular' }) as [TextRun];
    const { glyphs } = font.layout(text);
    expect(glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints))).toEqual(parts);
  });

  it('breaks lines between words of scripts without spaces', async () => {
    const pdf = createPdf();
    pdf.text('ภาษาไทยเป็นภาษาที่มีระดับเสียง', { x: 50, y: 50, size: 10, width: 60 });
    pdf.text('東京、京都、大阪', { x: 50, y: 200, size: 10, width: 30 });
    const { text } = await parsePdf(await pdf.finish());
    expect(text.split('\n')).toEqual(['ภาษาไทยเป็น', 'ภาษาที่มีระดับ', 'เสียง', '東京、', '京都、', '大阪']);
  });

  it('composes letters that were typed in parts, and leaves out variation selectors', () => {
    expect(splitText('김철수'.normalize('NFD')).join('')).toBe('김철수');
    expect(splitText('葛\u{e0100}城').join('')).toBe('葛城');
  });

  it('uses the form of Chinese characters of the country', () => {
    const getFontName = (country: string) =>
      toRuns('直', { weight: 'regular', country })[0]!.font.postscriptName;
    expect(getFontName('JP')).toContain('JP');
    expect(getFontName('TW')).toContain('TC');
    expect(getFontName('CN')).toContain('SC');
  });

  it('has Chinese, Japanese and Korean characters in regular weight', () => {
    for (const country of ['CN', 'JP', 'KR', 'TW']) {
      const { bbox } = toRuns('一', { weight: 'regular', country })[0]!.font.layout('一').glyphs[0]!;
      // It is 33 in the fonts' default weight.
      expect(bbox.maxY - bbox.minY).toBeCloseTo(82, 0);
    }
  });

  it('is split in the order in which it is drawn', () => {
    expect(splitText('Ada Lovelace')).toEqual(['Ada Lovelace']);
    // The font engine draws the Hebrew run from right to left, with the bracket on its left.
    expect(splitText('שלום (Ada) 12')).toEqual(['12', ' (', 'Ada', 'שלום )']);
    expect(splitText('Ada (שלום) 12')).toEqual(['Ada (', 'שלום', ') ', '12']);
  });

  it('can be copied from each document, whatever was written before', async () => {
    const textIn = async (text: string) => {
      const pdf = createPdf();
      pdf.text(text, { x: 50, y: 50, size: 10, weight: 'bold' });
      return (await parsePdf(await pdf.finish())).text;
    };
    // Accented letters contain the glyphs of others.
    const texts = ['ÀÇÊĜĤÎĴĶĹŃÖŖŞŢÜŴŶŹ', 'R-2QARVUEA-0003 ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    for (const text of texts) expect(await textIn(text)).toBe(text);
  });

  it('can be copied if its characters are in many files of a font, each embedded once', async () => {
    const pdf = createPdf();
    const addresses = [
      { country: 'CN', text: '上海市浦东新区陆家嘴环路' },
      { country: 'JP', text: '東京都渋谷区神宮前' },
      { country: 'KR', text: '서울특별시강남구테헤란로' },
      { country: 'TW', text: '臺北市信義區松仁路' },
    ];
    for (const [index, { country, text }] of addresses.entries())
      pdf.text(text, { x: 50, y: 50 + index * 20, size: 10, country });
    const { text, fonts } = await parsePdf(await pdf.finish());
    expect(text.replaceAll('\n', '')).toBe(addresses.map((address) => address.text).join(''));
    const used = addresses.flatMap((address) => toRuns(address.text, { weight: 'regular', ...address }));
    expect(fonts).toHaveLength(new Set(used.map(({ font }) => font)).size);
  });

  it('shows a question mark for characters that no font has', () => {
    expect(splitText('Ada \u{1F600}').join('')).toBe('Ada ?');
    expect(splitText('Ada\u00ad').join('')).not.toContain('?');
    // The font of the character before it has no question mark.
    const [, unknown] = toRuns('毛\u{1F600}', { weight: 'regular' });
    expect(unknown!.font.layout(unknown!.text).glyphs.map(({ id }) => id)).not.toContain(0);
  });
});
