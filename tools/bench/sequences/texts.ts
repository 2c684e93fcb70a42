// Texts that are slow to search, whatever the criteria are. Each is repeated up to the size of a text.

const alphabets: Readonly<Record<string, string>> = {
  'words of one letter': 'x ',
  'one long word': 'x',
  'equal words': 'approved ',
  'words with endings': 'authorization authorizations authorizing authorized authorizationally ',
  denials: 'not no never without none neither nor cannot was not denied ',
  'denials of denials': 'it is not true that it is not the case that ',
  clauses: 'but however although unless, except that; ',
  'sentences of a word': 'a. ',
  marks: '...,,,;;;:::!!!???',
  brackets: '(([[{{"\'<',
  'spaces and line ends': ' \t\n\r\n ',
  digits: '1234567890',
  dates: '2026-03-12 3/12 12 March March 12th, ',
  times: '9:00 9 am 09:00 nine o’clock quarter to nine ',
  quantities: '5 mg/dL 5.0 mg 5,000 g 0.5 % ',
  numerals: 'one hundred and twenty-one thousand ',
  codes: 'A-1.B_2/C:3 ',
  abbreviations: 'Dr. e.g. i.e. a.m. p.m. ',
  'letters with marks': 'e\u0301u\u0308\u0327n\u0303 ',
  'marks that normalizing sorts': '\u0316\u0300',
  'letters that grow when folded': 'ßİŉǰΐﬃ ',
  'pairs and joiners': '👩‍⚕️🏥 ',
  'letters of other scripts': 'א\u200fب患者 ',
  'wide letters': 'Ａｐｐｒｏｖｅｄ　',
  'characters without width': 'a\u200bb\u00adc\ufeff ',
  'the beginning of a pattern': 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaab',
  markup: '<p>&amp;<b ',
  'doubled quotation marks': '"a""',
  'rows of a table': 'a,"b ""c""",3,\n',
  'segments of a message': 'OBX|1|ST|a^b~c||x\r',
  'segments of an interchange': 'NM1*IL*1*DOE*JANE~',
  json: '{"a":[1,"b"]},',
}

/** The names of the texts that are repeated; `words of the task` repeats the instruction of the task. */
export const textKinds: readonly string[] = ['words of the task', ...Object.keys(alphabets)]

/**
 * Returns a text of about this many characters. It begins and ends with its number, if it has one, so that two texts of
 * a kind differ.
 */
export function hostileText(kind: string, size: number, instruction: string, number: number | undefined): string {
  const part = alphabets[kind] ?? `${instruction} `
  const mark = number === undefined ? '' : `n${number} `
  const length = Math.max(1, size - 2 * mark.length)
  return mark + part.repeat(Math.ceil(length / part.length)).slice(0, length) + mark
}
