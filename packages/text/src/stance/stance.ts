import type { Token } from '../tokens/token.js'
import { readBoxes } from './boxes.js'
import {
  absences,
  acts,
  affirmations,
  type CueEffect,
  conjunctions,
  copulas,
  cueAt,
  denials,
  doubts,
  grants,
  listing,
  prepositions,
  presences,
  refusals,
  requests,
  speakers,
  subjects,
} from './cues.js'
import { findVerbEnd, readPrefix } from './decision.js'
import { endsSentence } from './sentence-end.js'

/** Whether a text affirms something, denies it, leaves it open, or affirms it and takes it back. */
export type Stance = 'affirmed' | 'negated' | 'open' | 'retracted'

/** The stance of a token. `cue` is the index of the first token of the word that causes it, or -1. */
export interface Standing {
  readonly stance: Stance
  readonly cue: number
  /** Whether the stance applies to amounts, dates and times only, not to words. */
  readonly valuesOnly?: boolean
}

const affirmed: Standing = { stance: 'affirmed', cue: -1 }

/** Maximum number of tokens between the comma that begins a list and its "or", or the end of the sentence. */
const maxListWords = 40
/** Maximum number of words in an item of a list. */
const maxItemWords = 4
/** Maximum number of words between a decision and "in error", and of a heading. */
const maxGrantWords = 8
const maxHeadingWords = 6
const headingWords = /^(?:of|the|following|these|those|any|yet|is|are|was|were)$/

/** Returns the stance of every token of a text. */
export function readStances(tokens: readonly Token[]): readonly Standing[] {
  return new StanceReader(tokens).read()
}

class StanceReader {
  readonly #tokens: readonly Token[]
  readonly #found: Standing[] = []
  /** The negation in force. */
  #negation: { readonly cue: number; readonly word: string; readonly certain: boolean } | undefined
  /** The first token of a doubt in force, or -1. */
  #doubt = -1
  /** The end of the current list; before this token, a comma does not end the negation. */
  #listEnd = -1
  /** The end of the parentheses after the cue: "not (yet) approved". */
  #insertEnd = -1
  #clauseStart = 0
  /** The negation of a list under a heading: "Not:", "None of the following:". */
  #heading: number | undefined
  /** The stance of a verb, or of verbs, up to a token: "to be approved", "un-approved". */
  #verb: { readonly end: number; readonly standing: Standing } = { end: 0, standing: affirmed }
  /** The first token of the sentence that is read, for questions and the replies to them. */
  #sentenceStart = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  read(): readonly Standing[] {
    for (let at = 0; at < this.#tokens.length; ) at = this.#readToken(at)
    for (const { start, end, standing } of readBoxes(this.#tokens)) this.#mark(start, end, standing)
    return this.#found
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? ''
  }

  #readToken(at: number): number {
    const token = this.#tokens[at] as Token
    if (token.kind === 'mark') this.#readMark(at)
    const counted = this.#readNone(at)
    if (counted !== undefined) return counted
    if (token.kind !== 'word') {
      this.#found.push(this.#standing())
      return at + 1
    }
    this.#readConjunction(at)
    const changed = readPrefix(this.#tokens, at)
    if (changed !== undefined) this.#verb = { end: at + 1, standing: changed }
    const cue = cueAt(token.text, (offset) => this.#text(at + offset))
    if (cue !== undefined && !this.#isAbbreviation(at)) {
      const end = at + cue.words.length
      for (let i = at; i < end; i++) this.#found.push(this.#standing())
      if (!this.#lookBack(at, end)) this.#applyCue(cue.effect, at, end)
      return end
    }
    if (token.text === 'denied' && this.#isSpoken(at)) {
      this.#found.push(this.#standing())
      this.#negate(at, 'denied', at + 1)
      return at + 1
    }
    this.#found.push(this.#standing())
    this.#lookBack(at, at + 1)
    if (/^(?:error|mistake)$/.test(token.text) && /^(?:in|by)$/.test(this.#text(at - 1))) this.#doubtGrant(at)
    return at + 1
  }

  /** Reads a count of nothing: "zero of the requests", "0 of 3 requests were approved", "none approved". */
  #readNone(at: number): number | undefined {
    const isNone = this.#text(at) === 'none' && grants.has(this.#text(at + 1))
    if (!isNone && !/^(?:0|zero)$/.test(this.#text(at))) return undefined
    const isOf = this.#text(at + 1) === 'of'
    const end = isOf ? (this.#tokens[at + 2]?.kind === 'number' ? at + 3 : at + 2) : at + 1
    const isVerb =
      grants.has(this.#text(end)) ||
      grants.has(this.#text(end + 1)) ||
      /^(?:were|was|are|have|has|got)$/.test(this.#text(end + 1))
    if (this.#tokens[end]?.kind !== 'word' || (!isOf && !isVerb)) return undefined
    while (this.#found.length < end) this.#found.push(this.#standing())
    this.#negate(at, 'none', end)
    return end
  }

  /** Leaves open a decision that was made in error: "approved the MRI in error". */
  #doubtGrant(at: number): void {
    for (let back = at - 2; back >= Math.max(this.#clauseStart, at - maxGrantWords); back--) {
      if (!grants.has(this.#text(back))) continue
      if (this.#found[back]?.stance === 'affirmed') this.#mark(back, back + 1, { stance: 'open', cue: at })
      return
    }
  }

  #applyCue(effect: CueEffect, at: number, end: number): void {
    if (effect === 'negates') this.#negate(at, this.#text(at), end)
    else if (effect === 'doubts') this.#doubt = at
    else if (effect === 'postpones')
      this.#verb = { end: findVerbEnd(this.#tokens, end), standing: { stance: 'open', cue: at } }
  }

  /** Whether a token is the abbreviation of "number" or the month "May" and therefore no cue: `No. 5`, `May 4`. */
  #isAbbreviation(at: number): boolean {
    const word = this.#text(at)
    const next = this.#tokens[at + 1]
    if (word === 'no') {
      const after = next?.text === '.' ? this.#tokens[at + 2] : next
      if (next?.text === '#') return true
      return next?.text === '.' && after?.kind === 'number'
    }
    if (word === 'may') {
      const isDay = next?.kind === 'number' || this.#tokens[at - 1]?.kind === 'number'
      return isDay && this.#tokens[at]?.raw !== word
    }
    return false
  }

  #isSpoken(at: number): boolean {
    for (let i = at - 1; i >= Math.max(0, at - 2); i--) if (speakers.has(this.#text(i))) return true
    return false
  }

  #standing(): Standing {
    const negation = this.#negation
    if (this.#doubt >= 0) return { stance: 'open', cue: this.#doubt }
    const { end, standing } = this.#verb
    if (this.#found.length < end && negation?.certain !== true) return standing
    // "Nothing can be booked" denies, and "not un-booked" denies twice.
    if (this.#found.length < end && standing.stance === 'negated') return { ...standing, stance: 'open' }
    if (negation === undefined) return affirmed
    return { stance: negation.certain ? 'negated' : 'open', cue: negation.cue }
  }

  #negate(at: number, word: string, end: number): void {
    // A negated modal verb denies, as in "could not", but "may not" leaves the words open.
    if (this.#doubt === at - 1 && /^(?:could|would|should)$/.test(this.#text(at - 1))) this.#doubt = -1
    const before = this.#negation
    const isNew = before === undefined || this.#text(at - 1) === ','
    if (isNew || word === 'nor' || this.#text(before.cue) === 'neither') {
      this.#negation = { cue: at, word, certain: true }
    } else if (at - before.cue <= 2 && /^(?:without|disregard|ignore)$/.test(word)) {
      this.#negation = undefined
    } else {
      this.#negation = { cue: before.cue, word, certain: false }
    }
    // "No, it was approved" is a reply; "not, however, approved" continues the negation.
    const next = this.#text(end)
    if (next === ',' && /^(?:no|never)$/.test(word)) this.#negation = undefined
    else if (next === ',') this.#listEnd = Math.max(this.#listEnd, this.#nextEnd(end))
    let verb = end
    while (copulas.has(this.#text(verb)) && verb < end + maxItemWords) verb++
    // "Was not reported in error" denies the error.
    const isOfError = this.#text(verb + 1) === 'in' && this.#text(verb + 2) === 'error'
    if (presences.has(this.#text(verb)) && !isOfError && this.#negation?.cue === at)
      this.#markSubject(at, { stance: 'negated', cue: at })
  }

  /** Returns the end of the sentence, or of the longest list. */
  #nextEnd(at: number): number {
    let end = at
    while (end < Math.min(this.#tokens.length, at + maxListWords) && !this.#endsSentence(end)) end++
    return end
  }

  #reset(at: number): void {
    this.#negation = undefined
    this.#doubt = -1
    this.#listEnd = -1
    this.#clauseStart = at + 1
    if (this.#heading === undefined) return
    if (this.#isNewLine(at) && this.#tokens[at + 1]?.kind === 'mark')
      this.#negation = { cue: this.#heading, word: 'none', certain: true }
    else this.#heading = undefined
  }

  #isNewLine(at: number): boolean {
    return /^\n/.test(this.#text(at))
  }

  /** Whether the words from the negation in force to a colon are the heading of a list: "Not:", "None of these:". */
  #isHeading(at: number): boolean {
    const { cue = at, certain = false, word = '' } = this.#negation ?? {}
    const words = this.#tokens.slice(cue + 1, Math.min(at, cue + maxHeadingWords))
    return (
      certain &&
      /^(?:not|none|never|neither)$/.test(word) &&
      at <= cue + maxHeadingWords &&
      words.every(({ text }) => headingWords.test(text))
    )
  }

  #readMark(at: number): void {
    const text = this.#text(at)
    if (text === '?') this.#doubtSentence(at)
    if (text === ':' && this.#isNewLine(at + 1) && this.#isHeading(at)) this.#heading = this.#negation?.cue
    if (/^[:?=|([]$/.test(text) || (text === '-' && this.#isDash(at))) this.#readAnswer(at)
    if (this.#endsSentence(at)) {
      // A line may break after the cue.
      if (text === '\n' && this.#negation !== undefined && this.#isJustAfterCue(at)) return
      this.#reset(at)
      this.#sentenceStart = at + 1
      return
    }
    if (text === ',') this.#readComma(at)
    else if (/^[():[\]—|]$/.test(text) || (text === '-' && this.#isDash(at))) {
      if (at === this.#insertEnd || (this.#heading !== undefined && this.#isNewLine(at - 1))) return
      if (text === ':' && this.#isHeading(at)) return
      if (this.#negation !== undefined && this.#isJustAfterCue(at) && this.#negation.word !== 'no') {
        this.#insertEnd = this.#closeOf(at)
        return
      }
      this.#reset(at)
    }
  }

  #closeOf(open: number): number {
    for (let at = open + 1; at <= open + maxItemWords; at++) if (this.#text(at) === ')') return at
    return -1
  }

  #isJustAfterCue(at: number): boolean {
    const { cue } = this.#negation ?? { cue: -9 }
    return at - cue <= 1
  }

  #isDash(at: number): boolean {
    return this.#tokens[at]?.spaced === true && this.#tokens[at + 1]?.spaced === true
  }

  #endsSentence(at: number): boolean {
    return endsSentence(this.#tokens, at)
  }

  #readConjunction(at: number): void {
    const word = this.#text(at)
    const next = this.#text(at + 1)
    // "Not, however, approved."
    if (this.#text(at - 1) === ',' && this.#isJustAfterCue(at - 1)) return
    if (conjunctions.has(word) || (word === 'yet' && this.#text(at - 1) === ',')) {
      this.#negation = undefined
      this.#doubt = -1
      this.#listEnd = -1
      this.#clauseStart = at
    } else if (word === 'and' && at > this.#listEnd) {
      this.#doubt = subjects.has(next) ? -1 : this.#doubt
      if (subjects.has(next)) this.#negation = undefined
      else if (this.#negation !== undefined) this.#negation = { ...this.#negation, certain: false }
    } else if (word === 'or' && this.#negation?.certain === false && this.#doubt < 0 && at > this.#listEnd) {
      this.#clauseStart = at
    }
  }

  #readComma(at: number): void {
    this.#doubt = -1
    this.#clauseStart = at + 1
    const negation = this.#negation
    if (negation === undefined || at < this.#listEnd) return
    const list = this.#listAfter(at)
    if (list === undefined) this.#negation = undefined
    else if (list.last === 'or' || (list.last === 'and' && listing.has(negation.word))) this.#listEnd = list.end
    else if (listing.has(negation.word)) this.#negation = { ...negation, certain: false }
    else this.#negation = undefined
  }

  /**
   * Returns the list of short items after a comma: the word before its last item, and its end. Undefined if the comma
   * begins no list.
   */
  #listAfter(comma: number): { readonly last: 'or' | 'and' | ''; readonly end: number } | undefined {
    let words = 0
    for (let at = comma + 1; at < comma + maxListWords; at++) {
      const token = this.#tokens[at]
      if (token === undefined || this.#endsSentence(at)) return { last: '', end: at }
      const { text } = token
      if (text === 'or' || text === 'nor') return { last: 'or', end: at }
      if (text === 'and')
        return subjects.has(this.#text(at + 1)) ? { last: '', end: at } : { last: 'and', end: at + maxItemWords }
      if (text === ',') words = 0
      else if (conjunctions.has(text)) return { last: '', end: at }
      else if (token.kind === 'number' || subjects.has(text) || ++words > maxItemWords) return undefined
    }
    return undefined
  }

  /** Marks a question such as "Approved?" as open. */
  #doubtSentence(at: number): void {
    for (let i = this.#sentenceStart; i < at; i++) this.#found[i] = { stance: 'open', cue: at }
  }

  /** Applies a reply to the words before it: "Fever: no", "Approved? Yes.". */
  #readAnswer(at: number): void {
    const isBracket = /^[([]$/.test(this.#text(at))
    const first = this.#text(at) === ':' && this.#text(at + 1) === '\n' ? at + 2 : at + 1
    const answer = this.#text(first)
    const after = this.#text(first + 1)
    // "Approved (no)", but "items[0]".
    if (isBracket && (answer === '0' || this.#tokens[at]?.spaced === false)) return
    const ends = isBracket ? /^[)\]]$/ : /^[.,;!\n)\]|]+$/
    const isWhole = ends.test(after) || (!isBracket && (after === '' || (after === '-' && this.#isDash(first + 1))))
    const isNot = answer === 'not' && presences.has(after) && !isBracket
    if (!isNot && !isWhole) return
    const start = this.#text(at) === '?' ? this.#sentenceStart : this.#clauseStart
    if (isNot || denials.has(answer)) this.#mark(start, at, { stance: 'negated', cue: first })
    else if (affirmations.has(answer) && this.#text(at) === '?') this.#mark(start, at, affirmed)
  }

  /**
   * Gives the subject before a word the stance that the word implies: "MRSA negative", "approval was denied",
   * "pneumonia was ruled out".
   */
  #lookBack(at: number, end: number): boolean {
    const word = this.#text(at)
    const next = this.#tokens[end]
    const isLast = copulas.has(this.#text(at - 1)) || next === undefined || next.kind === 'mark'
    if (isLast && (absences.has(word) || (word === 'ruled' && end - at === 2))) {
      this.#markSubject(at, { stance: 'negated', cue: at })
      return true
    }
    if (isLast && doubts.has(word)) {
      this.#markSubject(at, { stance: 'open', cue: at })
      // "It is unlikely that it was approved", but "pneumonia is unlikely on the X-ray".
      return next?.kind !== 'word' || (prepositions.has(next.text) && next.text !== 'that')
    }
    if (refusals.has(word) || requests.has(word)) {
      const subject = this.#subjectEnd(at)
      const stance = refusals.has(word) ? 'negated' : 'open'
      if (acts.has(this.#text(subject - 1))) this.#mark(subject - 1, subject, { stance, cue: at })
      else if (requests.has(word) && acts.has(next?.text ?? ''))
        this.#verb = { end: end + 1, standing: { stance: 'open', cue: at } }
    }
    return false
  }

  #subjectEnd(at: number): number {
    let end = at
    while (end > this.#clauseStart && copulas.has(this.#text(end - 1))) end--
    return end
  }

  #markSubject(at: number, standing: Standing): void {
    if (this.#found[at]?.stance === 'negated' && this.#found[at]?.cue !== at && standing.stance === 'negated') return
    const end = this.#subjectEnd(at)
    this.#mark(Math.max(this.#clauseStart, end - 6), end, standing)
  }

  #mark(start: number, end: number, standing: Standing): void {
    for (let i = start; i < end; i++) {
      // A double negation is left open.
      const isTwice = this.#found[i]?.stance === 'negated' && standing.stance === 'negated'
      this.#found[i] = isTwice ? { stance: 'open', cue: standing.cue } : standing
    }
  }
}
