/** Text that is HTML already. Only {@link markup} makes it, from the literals of this package. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What can stand in a template: texts and numbers are escaped, null leaves nothing. */
export type Inside = Markup | string | number | null | readonly Inside[]

/** HTML from a template. Whatever is put into it is text, in an element or in a quoted attribute, and never markup. */
export function markup(literals: TemplateStringsArray, ...values: readonly Inside[]): Markup {
  return new Markup(literals.reduce((all, literal, index) => `${all}${render(values[index - 1] ?? null)}${literal}`))
}

/** Literals that are markup: the style and the script of the page, which hold nothing from elsewhere. */
export function trusted(literal: string): Markup {
  return new Markup(literal)
}

/** An element that holds data for the script. The JSON in it cannot end the element. */
export function dataElement(id: string, value: unknown): Markup {
  const json = JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  return markup`<script id="${id}" type="application/json">${new Markup(json)}</script>`
}

function render(inside: Inside): string {
  if (inside === null) return ''
  if (inside instanceof Markup) return inside.text
  return Array.isArray(inside) ? inside.map(render).join('') : escapeText(String(inside))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Signs that turn the direction of a text would let it look like another one. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
    .replaceAll(/[\0\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}
