/** Text that is HTML already: made by {@link markup} from literals of a source file. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What can stand in a template. Null, undefined and false leave nothing; a list is written one after another. */
export type Inside = Markup | string | number | null | undefined | false | readonly Inside[]

/**
 * HTML from a template. What is put into it is escaped, for the text of elements and for attribute values in quotation
 * marks; those are the only places where something may be put. Markup is put in as it is.
 */
export function markup(literals: TemplateStringsArray, ...values: readonly Inside[]): Markup {
  let text = literals[0] ?? ''
  for (const [index, value] of values.entries()) text += render(value) + (literals[index + 1] ?? '')
  return new Markup(text)
}

/** A literal of a source file that is markup: a style sheet or a script. Never text from elsewhere. */
export function trusted(literal: string): Markup {
  return new Markup(literal)
}

/** An element that holds data for the script of the page. The JSON in it cannot end the element. */
export function dataElement(id: string, value: unknown): Markup {
  const json = (JSON.stringify(value) ?? 'null').replaceAll(
    /[<>\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
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
