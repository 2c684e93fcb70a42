import { finish, type Steps } from '@carebench/protocol'

/** A part of markup: its text, or what makes it when the page is written. */
type Piece = string | (() => Inside)

/** Text that is HTML: created by {@link markup} from literals of a source file. */
export class Markup {
  readonly #pieces: readonly Piece[]

  private constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces
  }

  static of(...pieces: readonly Piece[]): Markup {
    return new Markup(pieces)
  }

  /** Joins literals and the values between them. */
  static join(literals: readonly string[], values: readonly Inside[]): Markup {
    const pieces: Piece[] = []
    let text = literals[0] ?? ''
    const add = (inside: Inside): void => {
      if (inside === null || inside === undefined || inside === false) return
      if (Array.isArray(inside)) for (const one of inside) add(one)
      else if (!(inside instanceof Markup)) text += escapeText(String(inside))
      else {
        for (const piece of inside.#pieces) {
          if (typeof piece === 'string') text += piece
          else {
            pieces.push(text, piece)
            text = ''
          }
        }
      }
    }
    for (const [index, value] of values.entries()) {
      add(value)
      text += literals[index + 1] ?? ''
    }
    return new Markup([...pieces, text])
  }

  get text(): string {
    return finish(this.write())
  }

  /** Returns the text, in a step for each part that was made {@link later}. */
  *write(): Steps<string> {
    let text = ''
    for (const piece of this.#pieces) {
      if (typeof piece === 'string') text += piece
      else {
        yield
        text += yield* markup`${piece()}`.write()
      }
    }
    return text
  }
}

/** A value in a template. Null, undefined and false produce nothing; the elements of a list are concatenated. */
export type Inside = Markup | string | number | null | undefined | false | readonly Inside[]

/**
 * Creates HTML from a template. Values are escaped for element text and for quoted attribute values, the only places
 * where values are allowed. Markup is inserted unchanged.
 */
export function markup(literals: TemplateStringsArray, ...values: readonly Inside[]): Markup {
  return Markup.join(literals, values)
}

/** Creates markup that is made when its page is written, so that other requests are answered before and after. */
export function later(make: () => Inside): Markup {
  return Markup.of(make)
}

/** Turns a literal of a source file, such as a style sheet or a script, into markup. Never use it with other text. */
export function trusted(literal: string): Markup {
  return Markup.of(literal)
}

/** Returns an element with data for the script of the page. The JSON in it cannot close the element. */
export function dataElement(id: string, value: unknown): Markup {
  const json = (JSON.stringify(value) ?? 'null').replaceAll(
    /[<>\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return markup`<script id="${id}" type="application/json">${trusted(json)}</script>`
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
