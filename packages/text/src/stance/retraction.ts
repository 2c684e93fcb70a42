import type { Token } from '../tokens/token.js'
import type { Part } from './part.js'
import type { Stance, Standing } from './stance.js'

const wrong =
  '(?:false|untrue|wrong|incorrect|inaccurate|erroneous|nonsense|bogus|fiction|fabricated|invented|made up|(?:an? ' +
  '|my |our |pure ' +
  ')?(?:error|mistake|typo|lie|joke|misprint|invention|hoax|prank|fake|trick|' +
  '(?:typing|clerical|lab|laboratory|reporting|data entry|entry|system|computer|transcription) (?:error|mistake)|slip))'
const right = '(?:so|true|correct|right|accurate|real|valid|meant|the case)'
const reported =
  '(?:reported|entered|recorded|documented|posted|charted|typed|listed|resulted|stated|written|noted|read)'
const misreported =
  `(?:${reported} (?:in error|by ` +
  'mistake|erroneously|incorrectly|wrongly)|(?:erroneously|incorrectly|wrongly|mistakenly|falsely) ' +
  `${reported}|retracted)`
const undone = '(?:withdrawn|rescinded|revoked|recalled|voided|nullified)'
const adverbs =
  '(?:(?:all|completely|entirely|just|simply|actually|obviously|clearly|quite|of ' +
  'course|totally|later|since|then|now|also) )*'
const openers =
  '(?:(?:and|but|so|sorry|oops|well|no|wait|of course|please|kindly|now|oh|hm|just|which|because|since|you ' +
  '(?:can|may|should|must)) )*'
const be = '(?:is|was|are|were|has been|have been|had been|be) '
const said = '(?:result|value|figure|statement|sentence|reading|line|message|note|text)s?'
const document = '(?:message|note|text|statement|sentence|line|result|value|report|fax|letter|information)s?'
const above = '(?:the )?(?:above|foregoing|preceding)'
const wrote = '(?:what|everything|all) (?:i|we) (?:have |had )?(?:just )?(?:said|wrote|written|reported)(?: above)?'
/** Words that refer to the statement before: "that", "this result". */
const pronoun =
  '(?:this|that|it|these|those|they|which|both|(?:the|this|that|these|those|my)(?: (?:above|preceding|last))? ' +
  `${said}(?: above)?|(?:the |my )?(?:previous|prior|last|preceding) (?:statement|sentence|line))`
const suffix = '(?: (?:either|at all|though|anyway|by the way|of course))?'

/** Parts that take back the statement before them. */
const takesBack = new RegExp(
  `^${openers}(?:` +
    `(?:${pronoun} )?(?:${be})?${adverbs}(?:not ${right}|${misreported})` +
    `|${pronoun} (?:${be})?${adverbs}(?:${wrong}|in error)` +
    `|${be}${adverbs}${wrong}` +
    `|(?:the|this|that|my) ${said} (?:${be})?${adverbs}${undone}` +
    `|false|untrue|typo|a typo|an? (?:lie|mistake|joke)|nonsense|not` +
    `|(?:i (?:am |was )?)?(?:just )?(?:kidding|joking|lied)|jk|j k|i made (?:this|that|it) up` +
    '|(?:i|we) (?:hereby |now |must |have to )*(?:retract|withdraw|rescind|recant|take back) (?:this|that|it|the ' +
    `above|(?:this|that|the|my|our) ${said})` +
    '|(?:i|we) (?:hereby |now )*take (?:this|that|it|all of it|everything) back|(?:i|we) (?:was|were|am|are) ' +
    '(?:wrong|mistaken|in error)' +
    `|the (?:opposite|reverse|contrary) (?:is true|is the case|holds)|quite the (?:opposite|contrary)` +
    `|(?:scratch|strike|belay|forget) (?:that|this|it)|never ?mind(?: that)?|(?:please )?disregard` +
    `|(?:disregard|ignore)(?: all)?(?: of)? (?:this|that|it|these|those)(?: please| entirely| completely)?` +
    `|(?:disregard|ignore|forget) the (?:last|previous|preceding) (?:statement|sentence|line|paragraph)` +
    `)${suffix}$`,
)
/** Parts that take back only values before them, not words, because a decision or a finding may be called wrong. */
const takesValuesBack = new RegExp(`^${openers}(?:wrong|incorrect|error|an error|erroneous|invalid|mistake)$`)
/** Parts that take back everything before them. */
const takesAllBack = new RegExp(
  `^${openers}(?:` +
    `none of (?:this|that|it|these|those|${above}|(?:this|these|the) ${document}|${wrote}) (?:is|was|are|were) ` +
    `${right}` +
    `|nothing (?:(?:above|here|of (?:this|it)|in (?:this|the) ${document}|i (?:said|wrote|reported)) )?(?:is|was) ` +
    '(?:true|so|correct|accurate)' +
    `|(?:all (?:of )?(?:this|that|it|these|those|${above})|everything(?: above| here| in (?:this|the) ` +
    `${document})?|${above}(?: ${document})?|${wrote}) (?:is|was|are|were) ${adverbs}(?:not ` +
    `${right}|${wrong}|${misreported})` +
    '|(?:disregard|ignore|forget|discard|do not (?:believe|trust|rely on|use))(?: all| any)?(?: of)?(?: a word ' +
    `of)? (?:${above}|everything(?: above)?|all of (?:this|it)|all this|(?:this|these|my|${above}) ` +
    `${document}|${wrote})(?: (?:above|completely|entirely|please))?` +
    `|(?:do not (?:believe|trust|rely on|use)) (?:any of |a word of )?(?:this|that|it)` +
    `)$`,
)
/** Parts that take back the statements after them. */
const takesNextBack = new RegExp(
  `^${openers}(?:` +
    `(?:none of|nothing of) (?:the following|what follows) (?:is|was|are|were) ${right}|nothing (?:below|that ` +
    `follows) (?:is|was) ${right}` +
    `|(?:the following|the next|what follows|everything below)(?: ${document})? (?:is|was|are|were) ` +
    `${adverbs}(?:not ${right}|${wrong})` +
    '|(?:disregard|ignore|do not believe)(?: all| any)?(?: of)? (?:the following|what follows|everything below|all ' +
    `below|below)(?: ${document})?` +
    `)$`,
)
/** Parts that ask or guess whether the statement before them is wrong. */
const doubtsBack = new RegExp(
  `^${openers}(?:(?:${pronoun} )?(?:may|might|could|can|must)(?: well)? (?:be|have been) ${adverbs}(?:${wrong}|not ` +
    `${right}|${misreported})` +
    `|(?:is|was|were|are) ${pronoun} (?:really |perhaps )?(?:${wrong}|${right}|${misreported})` +
    `|(?:${pronoun} )?(?:${be})?(?:possibly|perhaps|maybe|probably|likely) ${wrong}` +
    `|(?:it|this|that) (?:${be})?${undone})$`,
)
/** Endings of parts that take back their own beginning: "potassium 6.7 was reported in error". */
const unreportedEnd = new RegExp(`^(.+?) (?:${be})?${adverbs}${misreported}$`)
const wrongEnd = new RegExp(`^(.+?) ${be}${adverbs}(?:${wrong}|in error)$`)
const guessed = /\b(?:may|might|could|possibly|perhaps|maybe|probably|likely)\b/
const corrections = /^(?:(?:a )?corrections?|corrected|erratum|(?:sorry )?i meant(?: to (?:say|write))?)$/
const meant = /^(?:and |but |sorry |oops |well |no )*i meant(?: to (?:say|write))?(?: \S+){1,4}$/

/**
 * A range of tokens that later statements may take back, any number of times. Each token is changed at most twice, so
 * that time stays proportional to the text.
 */
class Scope {
  readonly #standings: Standing[]
  #once: number
  #twice: number

  constructor(standings: Standing[], start: number) {
    this.#standings = standings
    this.#once = start
    this.#twice = start
  }

  /** Gives the tokens before `end` a stance; tokens that already had one from an earlier call become open. */
  mark(end: number, stance: Stance, cue: number, valuesOnly: boolean): void {
    for (let at = this.#twice; at < Math.min(end, this.#once); at++) this.#set(at, { stance: 'open', cue })
    this.#twice = Math.max(this.#twice, Math.min(end, this.#once))
    for (let at = this.#once; at < end; at++) this.#set(at, { stance, cue, valuesOnly })
    this.#once = Math.max(this.#once, end)
  }

  #set(at: number, standing: Standing): void {
    const before = this.#standings[at]?.stance
    if (before === 'open') return
    // A statement that is denied and then taken back may be true.
    this.#standings[at] = before === 'negated' ? { stance: 'open', cue: standing.cue } : standing
  }
}

/**
 * Returns the stances of a text in which later words take back earlier ones: "That is not so.", "retracted", "Disregard
 * the above.". A statement that only takes back another is skipped as a target: in "Not true. Please disregard.", both
 * sentences apply to the statement before them.
 */
export function readRetractions(
  tokens: readonly Token[],
  parts: readonly Part[],
  found: readonly Standing[],
): readonly Standing[] {
  const standings = [...found]
  const whole = new Scope(standings, 0)
  /** The present sentence and the one before it that states something. */
  let sentence = -1
  let present = whole
  let before: Scope | undefined
  let beforeEnd = 0
  let statedEnd = 0
  let nextEnd = 0
  parts.forEach((part, index) => {
    if (part.sentence !== sentence) {
      if (statedEnd > 0 && (sentence < 0 || statedEnd > beforeEnd)) {
        before = present
        beforeEnd = statedEnd
      }
      sentence = part.sentence
      present = new Scope(standings, part.start)
      statedEnd = 0
    }
    const effect = readEffect(tokens, parts, index)
    const cue = part.end - 1
    if (effect === undefined) statedEnd = part.end
    else if (effect.reach === 'within') {
      new Scope(standings, part.start).mark(effect.end ?? part.end, effect.stance, cue, effect.valuesOnly)
      statedEnd = part.end
    } else if (effect.reach === 'all') whole.mark(part.start, effect.stance, cue, false)
    else if (effect.reach === 'next') {
      const end = findParagraphEnd(tokens, Math.max(part.end, nextEnd))
      new Scope(standings, Math.max(part.end, nextEnd)).mark(end, effect.stance, cue, false)
      nextEnd = end
      statedEnd = part.end
    } else if (statedEnd > 0) present.mark(part.start, effect.stance, cue, effect.valuesOnly)
    else if (before !== undefined) before.mark(beforeEnd, effect.stance, cue, effect.valuesOnly)
    else if (part.after === ':' && index === 0) {
      const end = parts.find((other) => other.sentence !== part.sentence)?.start ?? tokens.length
      new Scope(standings, part.end).mark(end, effect.stance, cue, effect.valuesOnly)
    }
  })
  return standings
}

interface Effect {
  readonly reach: 'before' | 'all' | 'next' | 'within'
  readonly stance: Stance
  readonly valuesOnly: boolean
  /** The token at which its effect within the part ends; default: the end of the part. */
  readonly end?: number
}

function readEffect(tokens: readonly Token[], parts: readonly Part[], index: number): Effect | undefined {
  const part = parts[index] as Part
  const { opening, closing, isShort, after } = part
  const next = parts[index + 1]
  if (isShort && isMeantForStrangers(parts, index)) return undefined
  if (isShort) {
    if (doubtsBack.test(opening)) {
      // "Is this an error? No."
      if (after === '?' && /^(?:no|not at all)$/.test(next?.opening ?? '')) return undefined
      return { reach: 'before', stance: 'open', valuesOnly: false }
    }
    // Words that replace one number with another take back only the number.
    const isReplaced = next !== undefined && /^\S*\d/.test(next.opening) && next.sentence <= part.sentence + 1
    if (takesBack.test(opening) && !isReplaced && !isStrayDenial(part, parts[index - 1])) return back(false)
    if (takesValuesBack.test(opening) && !isReplaced) return back(true)
    if (takesAllBack.test(opening)) return { reach: 'all', stance: 'retracted', valuesOnly: false }
    if (takesNextBack.test(opening)) return { reach: 'next', stance: 'negated', valuesOnly: false }
    if (corrections.test(opening) && next !== undefined && isFewWords(next)) return back(false)
    if (meant.test(opening) && !/\d/.test(opening)) return back(false)
  }
  if (isDenied(closing)) return undefined
  const predicate = unreportedEnd.exec(closing) ?? wrongEnd.exec(closing)
  if (predicate === null) return undefined
  const [, subject = ''] = predicate
  const end = skipBack(tokens, part.end, closing.split(' ').length - subject.split(' ').length)
  // In "potassium 4.1 was reported in error" the number is the error.
  const valuesOnly = /\d/.test(subject) || !unreportedEnd.test(closing)
  if (guessed.test(closing)) return { reach: 'within', stance: 'open', valuesOnly, end }
  return { reach: 'within', stance: unreportedEnd.test(closing) ? 'negated' : 'retracted', valuesOnly, end }
}

/** Returns the token that stands this number of words before `end`. */
function skipBack(tokens: readonly Token[], end: number, words: number): number {
  let at = end
  for (let left = words; left > 0 && at > 0; at--) if (tokens[at - 1]?.kind !== 'mark') left--
  return at
}

/**
 * Whether a part belongs to a notice such as "If you are not the intended recipient, please disregard this message."
 */
function isMeantForStrangers(parts: readonly Part[], index: number): boolean {
  const [before, part] = [parts[index - 1], parts[index]]
  return (
    before !== undefined &&
    before.sentence === part?.sentence &&
    /^(?:if|unless|should you)\b.*\b(?:recipient|received?|addressed)\b/.test(before.opening)
  )
}

function back(valuesOnly: boolean): Effect {
  return { reach: 'before', stance: 'retracted', valuesOnly }
}

/** Whether a lone "not" takes nothing back: "not, however, approved" goes on, and "Approved? Not" is an answer. */
function isStrayDenial({ opening, after, sentence }: Part, before: Part | undefined): boolean {
  if (opening !== 'not') return false
  const isAnswer = /^[?:=|-]$/.test(before?.after ?? '')
  return isAnswer || /^[,:(]$/.test(after) || before === undefined || before.sentence > sentence
}

/**
 * Whether a part is a correction of at most four words without digits; a correction with digits replaces numbers only.
 */
function isFewWords({ opening, isShort }: Part): boolean {
  return isShort && !/\d/.test(opening) && opening.split(' ').length <= 4
}

/** Whether a closing denies or doubts its own words: "was not reported in error", "if you received this in error". */
function isDenied(closing: string): boolean {
  return /\b(?:not|never|no|if|whether|unless)\b/.test(closing)
}

function findParagraphEnd(tokens: readonly Token[], start: number): number {
  let end = start
  while (end < tokens.length && tokens[end]?.text !== '\n\n') end++
  return end
}
