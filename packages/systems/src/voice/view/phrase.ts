import type { JsonObject, VoiceRecord } from '@carebench/protocol'
import { foldText } from '@carebench/text'
import type { PhraseQuestion, PreparedEvidence } from '@carebench/verifier'
import { showJson } from '@carebench/verifier/kinds'

export interface Phrase {
  readonly text: string
  /** Folded, with a space on each side, so that it matches only on word boundaries. */
  readonly folded: string
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

/** Returns the turns of one speaker. */
export function listTurns(calls: readonly VoiceRecord[], speaker: string): readonly Turn[] {
  return calls.flatMap(({ call_id, turns }) =>
    turns.flatMap((turn, index) =>
      turn.speaker === speaker
        ? [{ call_id, turn: index, speaker, text: turn.text, folded: ` ${foldText(turn.text)} ` }]
        : [],
    ),
  )
}

/**
 * Decides whether a phrase is said: by the text of the turns, else by a judge's answers about them. The judge decides
 * only if it has answered for every turn or found the phrase in one.
 *
 * @throws {Error} if the judge was asked about the phrase and gave no answer
 */
export function judgePhrase(phrase: Phrase, turns: readonly Turn[], evidence: PreparedEvidence): PhraseResult {
  const said = turns.find((turn) => turn.folded.includes(phrase.folded))
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
  turns: readonly Turn[],
  evidence: PreparedEvidence,
): PhraseQuestion | undefined {
  if (turns.some((turn) => turn.folded.includes(phrase.folded))) return undefined
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
