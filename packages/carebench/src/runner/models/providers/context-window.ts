/** What the limit of a whole conversation is about. */
const subject = /token|context|prompt|input|message|sequence|length|长度|上下文|输入/i
const excess = new RegExp(
  'exceed|too (long|large|many|big)|(longer|larger|greater|more|bigger) than|must be (<=|less|at most|under)' +
    '|must have (less|fewer|at most)|maximum|\\bmax\\b|\\blimit|range of|reduce|overflow|not fit|超过|超出|过长|上限',
  'i',
)
/** A setting, or a part of a request that is too long by itself. */
const otherSubject = new RegExp(
  'max_(completion_|output_|new_)?tokens|maxOutputTokens|completion tokens|tool[s_]|function|description' +
    '|temperature|top_p|stop sequence|\\bname\\b|\\bid\\b',
  'i',
)
const conversation = /prompt|input|context|messages?\b|conversation|输入|上下文/i

/** Whether the text of a refusal says that a conversation is too long, in whatever words. */
export function saysTooLong(said: string): boolean {
  if (!subject.test(said) || !excess.test(said)) return false
  return !otherSubject.test(said) || conversation.test(said.replaceAll(/messages?\[|'?(messages|input)\.\d+/g, ''))
}

/** Whether a refused request was too long for its model. */
export type Fit = 'full' | 'fits' | 'unknown'

/** Windows below this have no room for the tools alone. */
const minWindowTokens = 2000
/** Before a provider has reported anything. */
const defaultTokensPerCharacter = 0.25

/**
 * What is known about the context window of a model, from what its provider accepted and refused. The sizes of requests
 * are in characters; how many tokens these are is learned from the usage that the provider reports.
 */
export class ContextWindow {
  readonly #declared: number | undefined
  #learned: number | undefined
  /** The most tokens of a request that was accepted. */
  #accepted = 0
  /** The fewest tokens of a request that was too long. */
  #refused = Number.POSITIVE_INFINITY
  #tokensPerCharacter = defaultTokensPerCharacter

  /** @param declared tokens, as the user states them */
  constructor(declared?: number) {
    this.#declared = declared
  }

  /** Tokens of the window; undefined if nothing is known. */
  get size(): number | undefined {
    return this.#declared ?? this.#learned
  }

  estimate(characters: number): number {
    return Math.round(characters * this.#tokensPerCharacter)
  }

  /** @param tokens of the input as the provider reports them; null if it does not */
  accept(characters: number, tokens: number | null): void {
    if (tokens !== null && tokens > 0 && characters > 0) {
      this.#tokensPerCharacter = Math.min(1.5, Math.max(0.05, tokens / characters))
    }
    this.#accepted = Math.max(this.#accepted, tokens ?? this.estimate(characters))
  }

  /** A request was too long, as {@link judge} or a trial has found out. */
  refuse(characters: number, said: string): void {
    const sent = this.estimate(characters)
    this.#refused = Math.min(this.#refused, sent)
    const [size] = windowsIn(said).filter((size) => size >= this.#accepted && size <= sent * 1.5)
    this.#learned ??= size
  }

  /** Whether a refused request was too long, by its size and by what the provider said. */
  judge(characters: number, said: string): Fit {
    const sent = this.estimate(characters)
    const { size } = this
    if (size !== undefined && sent >= size * 0.8) return 'full'
    if (sent >= this.#refused) return 'full'
    if (this.#namesWindow(said, sent)) return 'full'
    if (size !== undefined && sent < size / 2) return 'fits'
    return 'unknown'
  }

  /** Whether a text names a number of tokens that this request exceeds, and no accepted one did. */
  #namesWindow(said: string, sent: number): boolean {
    if (otherSubject.test(said) && !conversation.test(said)) return false
    return windowsIn(said).some((size) => {
      if (size < this.#accepted || size > sent * 1.5) return false
      return size >= sent / 2 || /token|context|window|prompt/i.test(said)
    })
  }
}

/** The numbers in a text that may be the size of a window, the smallest first: `262144`, `131,072`, `128k`. */
function windowsIn(said: string): number[] {
  const numbers = [...said.matchAll(/(?<![\w.])(\d{1,3}(?:,\d{3})+|\d+)(k)?(?![\w.]*[a-z\d_-])/gi)]
  return numbers
    .map(([, digits = '', thousand]) => Number(digits.replaceAll(',', '')) * (thousand === undefined ? 1 : 1000))
    .filter((size) => size >= minWindowTokens && size <= 100_000_000)
    .sort((a, b) => a - b)
}
