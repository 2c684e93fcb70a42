/** Words for the length of a whole conversation. */
const subject = /token|context|prompt|input|message|sequence|length|长度|上下文|输入/i
const excess = new RegExp(
  'exceed|too (long|large|many|big)|(longer|larger|greater|more|bigger) than|must be (<=|less|at most|under)' +
    '|must have (less|fewer|at most)|maximum|\\bmax\\b|\\blimit|range of|reduce|overflow|not fit|超过|超出|过长|上限',
  'i',
)
/** Words for settings, and for parts of a request that can be too long by themselves. */
const otherSubject = new RegExp(
  'max_(completion_|output_|new_)?tokens|maxOutputTokens|completion tokens|tool[s_]|function|description' +
    '|temperature|top_p|stop sequence|\\bname\\b|\\bid\\b',
  'i',
)
const conversation = /prompt|input|context|messages?\b|conversation|输入|上下文/i

/** Whether the text of a rejection says, in any words, that a conversation is too long. */
export function saysTooLong(said: string): boolean {
  if (!subject.test(said) || !excess.test(said)) return false
  return !otherSubject.test(said) || conversation.test(said.replaceAll(/messages?\[|'?(messages|input)\.\d+/g, ''))
}

/** Whether a rejected request was too long for its model. */
export type Fit = 'full' | 'fits' | 'unknown'

/** Minimum plausible window; smaller ones could not even hold the tools. */
const minWindowTokens = 2000
/** The estimate before a provider has reported usage. */
const defaultTokensPerCharacter = 0.25

/**
 * Learns the context window of a model from requests that its provider accepted and rejected. Request sizes are in
 * characters; the number of tokens per character is learned from the reported usage.
 */
export class ContextWindow {
  readonly #declared: number | undefined
  #learned: number | undefined
  /** The largest accepted request in tokens. */
  #accepted = 0
  /** The smallest request in tokens that was too long. */
  #refused = Number.POSITIVE_INFINITY
  #tokensPerCharacter = defaultTokensPerCharacter

  /** @param declared the window in tokens, as the user states it */
  constructor(declared?: number) {
    this.#declared = declared
  }

  /** The window in tokens; undefined if unknown. */
  get size(): number | undefined {
    return this.#declared ?? this.#learned
  }

  estimate(characters: number): number {
    return Math.round(characters * this.#tokensPerCharacter)
  }

  /** @param tokens the number of input tokens that the provider reports; null if it reports none */
  accept(characters: number, tokens: number | null): void {
    if (tokens !== null && tokens > 0 && characters > 0) {
      this.#tokensPerCharacter = Math.min(1.5, Math.max(0.05, tokens / characters))
    }
    this.#accepted = Math.max(this.#accepted, tokens ?? this.estimate(characters))
  }

  /** Records a request that was too long, according to {@link judge} or a probe. */
  refuse(characters: number, said: string): void {
    const sent = this.estimate(characters)
    this.#refused = Math.min(this.#refused, sent)
    const [size] = windowsIn(said).filter((size) => size >= this.#accepted && size <= sent * 1.5)
    this.#learned ??= size
  }

  /** Judges from its size and the provider's message whether a rejected request was too long. */
  judge(characters: number, said: string): Fit {
    const sent = this.estimate(characters)
    const { size } = this
    if (size !== undefined && sent >= size * 0.8) return 'full'
    if (sent >= this.#refused) return 'full'
    if (this.#namesWindow(said, sent)) return 'full'
    if (size !== undefined && sent < size / 2) return 'fits'
    return 'unknown'
  }

  /** Whether a text contains a number of tokens that this request may exceed, and no accepted request exceeded. */
  #namesWindow(said: string, sent: number): boolean {
    if (otherSubject.test(said) && !conversation.test(said)) return false
    return windowsIn(said).some((size) => {
      if (size < this.#accepted || size > sent * 1.5) return false
      return size >= sent / 2 || /token|context|window|prompt/i.test(said)
    })
  }
}

/** Finds the numbers in a text that may be a window size, smallest first: `262144`, `131,072`, `128k`. */
function windowsIn(said: string): number[] {
  const numbers = [...said.matchAll(/(?<![\w.])(\d{1,3}(?:,\d{3})+|\d+)(k)?(?![\w.]*[a-z\d_-])/gi)]
  return numbers
    .map(([, digits = '', thousand]) => Number(digits.replaceAll(',', '')) * (thousand === undefined ? 1 : 1000))
    .filter((size) => size >= minWindowTokens && size <= 100_000_000)
    .sort((a, b) => a - b)
}
