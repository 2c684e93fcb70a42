/** An order, in the words by which people name it. */
export interface NamedOrder {
  /** The name of the service, such as `MRI of the lumbar spine without contrast`. */
  readonly service: string
  /** The side of the body; undefined if the order has none. */
  readonly side: 'left' | 'right' | undefined
}

/**
 * Whether a telephone note withdraws this order: a sentence must withdraw an order, and the sentence, or the last one
 * before it that names an order, must name this one. A sentence about another service or the other side names another.
 */
export function withdrawsOrder(note: string, order: NamedOrder): boolean {
  const body = fold(note.slice(note.indexOf('\n\n') + 1))
  let isAboutOrder = false
  for (const sentence of body.split(/[.;!?](?:\s|$)/)) {
    if (/\b(order|request)s? (for|of) |\bfor (the|an?) /.test(sentence) || sentence.includes(fold(order.service))) {
      isAboutOrder = namesOrder(sentence, order)
    }
    if (isAboutOrder && isWithdrawal(sentence)) return true
  }
  return false
}

function namesOrder(sentence: string, { service, side }: NamedOrder): boolean {
  const other = side === 'left' ? 'right' : 'left'
  const isOtherSide = side !== undefined && new RegExp(`\\b${other}\\b`).test(sentence)
  return sentence.includes(fold(service)) && !isOtherSide
}

function isWithdrawal(sentence: string): boolean {
  const says = new RegExp(
    '\\b(withdr[ae]wn?|withdraws|withdrawing|cancel(s|l?ed)?|revoke[sd]?|recalls?|takes? back|taken back|' +
      'call(s|ed)? off|drop(s|ped)?|discontinued?|void(ed)?|no longer|(is|are) off|' +
      'do not (send|request|submit|pursue)|not? to be (sent|requested|done)|not (needed|wanted|required)|needs? no)\\b',
  )
  const denies = new RegExp(
    "\\b(not|never|nothing|isn't|hasn't) (been |be |is |to )?(withdr|cancel|revoke|call)|" +
      '\\b(whether|if|unless|may|might|could|considers?|thinks? about|would)\\b',
  )
  return says.test(sentence) && !denies.test(sentence)
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ')
}
