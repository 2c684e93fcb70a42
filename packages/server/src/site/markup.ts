/** Text that is HTML: created by {@link markup} from literals of a source file. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A value in a template. Null, undefined and false produce nothing; the elements of a list are concatenated. */
export type Inside = Markup | string | number | null | undefined | false | readonly Inside[]

/**
 * Creates HTML from a template. Values are escaped for element text and for quoted attribute values, the only places
 * where values are allowed. Markup is inserted unchanged.
 */
export function markup(literals: TemplateStringsArray, ...values: readonly Inside[]): Markup {
  let text = literals[0] ?? ''
  for (const [index, value] of values.entries()) text += render(value) + (literals[index + 1] ?? '')
  return new Markup(text)
}

/** Turns a literal of a source file, such as a style sheet or a script, into markup. Never use it with other text. */
export function trusted(literal: string): Markup {
  return new Markup(literal)
}

/** Returns an element with data for the script of the page. The JSON in it cannot close the element. */
export function dataElement(id: string, value: unknown): Markup {
  const json = (JSON.stringify(value) ?? 'null').replaceAll(
    /[<>\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return markup`<script id="${id}" type="application/json">${new Markup(json)}</script>`
}

function render(inside: Inside): string {
  if (inside === null || inside === undefined || inside === false) return ''
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

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
