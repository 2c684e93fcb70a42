/** Markup that is safe to send: made by {@link html} alone. */
export class Html {
  readonly markup: string

  /** For {@link html} and what is written in this package; never with text from outside. */
  constructor(markup: string) {
    this.markup = markup
  }
}

/** What can stand in a template. Nothing is written for null, undefined and false; a list is written one after another. */
export type Part = Html | string | number | null | undefined | false | readonly Part[]

/**
 * A template of HTML. What is put into it is escaped, for the text of elements and for attribute values in quotation marks;
 * those are the only places where something may be put. Markup made by this function is put in as it is.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let markup = strings[0] ?? ''
  for (const [index, part] of parts.entries()) markup += write(part) + (strings[index + 1] ?? '')
  return new Html(markup)
}

function write(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.markup
  if (typeof part === 'object') return part.map(write).join('')
  return escapeText(String(part))
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')
}
