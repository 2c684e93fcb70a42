/** Emphasis and code in Markdown. Inside a word, or between a number and a power, these signs mean something else. */
const emphasis = /(?<![\p{L}\p{N}\\])(\*{1,3}|_{1,3}|`{1,3})(?=\S)([^*_`\n]{1,200})(?<=\S)\1(?!\p{N})/gu

/**
 * HTML elements that only format text. Elements that strike text out are not listed, because the author does not state
 * that text.
 */
const inlineNames = 'b|strong|i|em|u|code|tt|span|font|mark|small|big|sub|sup|td|th'
const blockNames = 'p|div|br|hr|pre|h[1-6]|ul|ol|li|table|thead|tbody|tr'

const tag = new RegExp(`<(/?)(${inlineNames}|${blockNames})(?:\\s[^<>]{0,200})?/?>`, 'gi')
const blocks = new RegExp(`^(?:${blockNames})$`, 'i')

/** An element whose style strikes its text out. */
const lined = /<(\w{1,10})\s[^<>]{0,200}line-through[^<>]{0,200}>([^<]{0,500})<\/\1>/gi

/** A number as a TeX formula: `$6.7$`, `$6.7\\,\\text{mmol/L}$`. */
const formula = /\$(\d[\d.,]{0,15})(?:(?:\\[,;: ]|~|\s){0,4}\\(?:text|mathrm)\{([^{}$\n]{1,20})\})?\$(?!\d)/g

const named = new Map(
  'amp & lt < gt > le ≤ ge ≥ ne ≠ quot " apos \' ndash – mdash — minus − hyphen - sol / micro µ deg ° dollar $'
    .split(' ')
    .flatMap((name, at, all): [string, string][] => (at % 2 === 0 ? [[name, all[at + 1] ?? '']] : [])),
)
for (const name of ['shy', 'zwj', 'zwnj']) named.set(name, '')
named.set('nbsp', ' ')
const entity = /&(?:#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6})|([a-z]{2,6}));/g

/** Returns a text with the characters for which entities of HTML stand: `n&#111;t`, `&gt; 6.7`. */
export function readEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(entity, (whole, decimal?: string, hex?: string, name = '') => {
    if (name !== '') return named.get(name) ?? whole
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return point > 0 && point < 0x110000 ? String.fromCodePoint(point) : whole
  })
}

/** Returns a text without the signs of Markdown, HTML and TeX that only format it and that a reader does not see. */
export function withoutMarkup(text: string): string {
  if (!/[*_`<$]/.test(text)) return text
  const plain = text
    .replace(lined, '<del>$2</del>')
    .replace(formula, (_, number: string, unit: string | undefined) =>
      unit === undefined ? number : `${number} ${unit}`,
    )
    .replace(tag, (_, closing: string, name: string) => {
      if (/^sup$/i.test(name)) return closing === '' ? '^' : ''
      if (/^t[dh]$/i.test(name)) return closing === '' ? '' : ' | '
      return blocks.test(name) ? '\n' : ''
    })
  // Emphasis may contain code or further emphasis.
  return plain.replace(emphasis, '$2').replace(emphasis, '$2')
}
