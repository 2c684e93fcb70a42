import type { JsonObject, Steps, VoiceRecord } from '@carebench/protocol'
import { foldText } from '@carebench/text'
import type { PhraseQuestion, PreparedEvidence } from '@carebench/verifier'
import { showJson } from '@carebench/verifier/kinds'

export interface Phrase {
  readonly text: string
  /** Folded, with a space on each side, so that it matches only on word boundaries. */
  readonly folded: string
  /** For a phrase that must not be said: the same as a reader takes it, without breaks in its words. */
  readonly read?: string
  readonly wanted: boolean
}

export interface Turn {
  readonly call_id: string
  /** Its index among all turns of its call, from 0. */
  readonly turn: number
  readonly speaker: string
  readonly text: string
  readonly folded: string
}

/** The result for one phrase. */
export interface PhraseResult extends JsonObject {
  readonly phrase: string
  readonly expected: boolean
  readonly found: boolean
  readonly turn: number | null
  readonly call_id: string | null
  readonly passed: boolean
  readonly decided_by: 'text' | 'judge'
}

/** The turns of one speaker, and the first turn with each phrase that one of them has. */
export interface Heard {
  readonly turns: readonly Turn[]
  readonly said: ReadonlyMap<Phrase, Turn>
}

/** Number of characters that are folded in one step, and number that are searched. */
const charactersOfStep = { folded: 50_000, searched: 2_000_000 }

/** Reads the turns of one speaker, and finds the phrases in them. */
export function* hearSpeaker(calls: readonly VoiceRecord[], speaker: string, phrases: readonly Phrase[]): Steps<Heard> {
  const turns: Turn[] = []
  const reads = new Map<Turn, string>()
  const isRead = phrases.some(({ read }) => read !== undefined)
  let folded = 0
  for (const { call_id, turns: all } of calls) {
    for (const [turn, { speaker: own, text }] of all.entries()) {
      if (own !== speaker) continue
      folded += isRead ? 2 * text.length : text.length
      if (folded > charactersOfStep.folded) {
        yield
        folded = 0
      }
      const heard = { call_id, turn, speaker, text, folded: ` ${foldText(text)} ` }
      turns.push(heard)
      if (isRead) reads.set(heard, ` ${foldText(text, true)} `)
    }
  }
  const said = new Map<Phrase, Turn>()
  let searched = 0
  for (const phrase of phrases) {
    for (const turn of turns) {
      searched += turn.folded.length
      if (searched > charactersOfStep.searched) {
        yield
        searched = 0
      }
      const isBroken = phrase.read !== undefined && reads.get(turn)?.includes(phrase.read) === true
      if (!isBroken && !turn.folded.includes(phrase.folded)) continue
      said.set(phrase, turn)
      break
    }
  }
  return { turns, said }
}

/**
 * Decides whether a phrase is said: by the text of the turns, else by a judge's answers about them. The judge decides
 * only if it has answered for every turn or found the phrase in one.
 *
 * @throws {Error} if the judge was asked about the phrase and gave no answer
 */
export function judgePhrase(phrase: Phrase, heard: Heard, evidence: PreparedEvidence): PhraseResult {
  const { turns } = heard
  const said = heard.said.get(phrase)
  if (said !== undefined) return { ...toResult(phrase, turns, said), decided_by: 'text' }
  const judged = turns.filter(saysAnything).map((turn) => ({ turn, judgement: findJudgement(phrase, turn, evidence) }))
  const found = judged.find(({ judgement }) => judgement?.expressed === true)
  const failed = judged.find(({ judgement }) => judgement?.expressed === null)?.judgement
  if (found === undefined && failed !== undefined) {
    throw new Error(`the judge ${showJson(failed.judge)} gave no answer on ${showJson(phrase.text)}: ${failed.answer}`)
  }
  const answered = judged.flatMap(({ turn, judgement }) => (judgement === undefined ? [] : [{ turn, judgement }]))
  const result = toResult(phrase, turns, found?.turn)
  if (answered.length === 0 || (found === undefined && answered.length < judged.length)) {
    return { ...result, decided_by: 'text' }
  }
  const judgements = answered.map(({ turn: { call_id, turn }, judgement: { judge, expressed, answer } }) => ({
    judge,
    call_id,
    turn,
    expressed,
    answer,
  }))
  return { ...result, decided_by: 'judge', judgements }
}

/** Returns the next question for the judge about a phrase; undefined if there is nothing left to ask. */
export function nextQuestion(
  phrase: Phrase,
  { turns, said }: Heard,
  evidence: PreparedEvidence,
): PhraseQuestion | undefined {
  if (said.has(phrase)) return undefined
  for (const turn of turns.filter(saysAnything)) {
    const judgement = findJudgement(phrase, turn, evidence)
    if (judgement === undefined) return toQuestion(phrase, turn)
    if (judgement.expressed !== false) return undefined
  }
  return undefined
}

function toQuestion({ text: phrase }: Phrase, { speaker, text }: Turn): PhraseQuestion {
  return { phrase, speaker, text }
}

function findJudgement(phrase: Phrase, turn: Turn, evidence: PreparedEvidence) {
  return evidence.judgement(toQuestion(phrase, turn))
}

function saysAnything({ folded }: Turn): boolean {
  return folded.trim() !== ''
}

function toResult({ text, wanted }: Phrase, turns: readonly Turn[], at: Turn | undefined) {
  return {
    phrase: text,
    expected: wanted,
    found: at !== undefined,
    turn: at?.turn ?? null,
    call_id: at?.call_id ?? null,
    passed: turns.length > 0 && (at !== undefined) === wanted,
  }
}
