import type { JsonValue, JudgementRecord } from '@carebench/protocol'
import { type CompiledCriterion, isCompiled } from './criterion.js'
import { PreparedEvidence } from './evidence/prepared-evidence.js'
import { shorten, showJson } from './json/show-json.js'
import type { Judge } from './judge/judge.js'
import { questionKey } from './judge/judgements.js'
import type { PhraseQuestion } from './judge/phrase-question.js'
import type { Verification } from './verification.js'
import type { Verifier, VerifyInput } from './verifier.js'

/** Longer answers are quoted with their middle left out, in UTF-16 units. */
const longestAnswer = 1000

/** What {@link verifyAsync} takes. */
export interface VerifyAsyncInput extends VerifyInput {
  readonly judge: Judge
  /** How often the judge is asked at most. Default 100. What is left unasked makes its criteria end `errored`. */
  readonly max_calls?: number
  readonly verifier: Pick<Verifier, 'verify' | 'compileCriteria' | 'prepareEvidence'>
}

/** A verification with what the judge said for it. */
export interface JudgedVerification extends Verification {
  /** All judgements that it rests on, those that the evidence had included: its part `judgements` from now on. */
  readonly judgements: readonly JudgementRecord[]
}

/**
 * Verifies as {@link Verifier.verify} does, with a judge for phrases that the text itself does not show: `contains` and
 * `not_contains` of `voice-transcript`. What is found in the text is not asked; a turn is asked about until one
 * expresses the phrase.
 *
 * Put the `judgements` into the evidence, and {@link Verifier.verify} gives the same result without a judge. Judgements that the
 * evidence has already are not asked for again. A judge that throws or gives no answer makes the criterion end
 * `errored`, and that is recorded too.
 *
 * @throws {InvalidCriteriaError} {@link InvalidEvidenceError} RangeError on input that is none of these
 */
export async function verifyAsync(input: VerifyAsyncInput): Promise<JudgedVerification> {
  const { judge, max_calls: limit = 100, verifier, options } = input
  if (!Number.isSafeInteger(limit) || limit < 0) {
    throw new RangeError(`Expected max_calls to be a whole number from 0, got ${String(limit)}; for example 100.`)
  }
  const criteria = isCompiled(input.criteria) ? input.criteria : verifier.compileCriteria(input.criteria)
  const given = input.evidence instanceof PreparedEvidence ? input.evidence : verifier.prepareEvidence(input.evidence)
  let evidence = given
  let left = limit
  for (;;) {
    const questions = openQuestions(criteria, evidence)
    if (questions.length === 0) break
    const asked = questions.slice(0, left)
    left -= asked.length
    const judged = await Promise.all(asked.map((question) => ask(judge, question)))
    const unasked = questions.slice(asked.length).map((question) => unanswered(judge, question, overLimit(limit)))
    evidence = evidence.withJudgements([...judged, ...unasked])
    // Once the judge is asked no more, a check that goes on to ask gets no further answer.
    if (asked.length === 0) break
  }
  const verification = verifier.verify({ criteria, evidence, ...(options && { options }) })
  return { ...verification, judgements: evidence.judgements }
}

function openQuestions(criteria: readonly CompiledCriterion[], evidence: PreparedEvidence): readonly PhraseQuestion[] {
  const questions = new Map<string, PhraseQuestion>()
  const untouched = evidence.untouched()
  for (const criterion of criteria) {
    for (const state of untouched === undefined ? [evidence] : [evidence, untouched]) {
      // A question that was answered is not asked again, whatever a check of somebody else's says.
      for (const question of questionsOf(criterion, state)) {
        if (evidence.judgement(question) === undefined) questions.set(questionKey(question), question)
      }
    }
  }
  return [...questions.values()]
}

function questionsOf({ compiled, context }: CompiledCriterion, evidence: PreparedEvidence): readonly PhraseQuestion[] {
  if (!compiled.ok) return []
  try {
    return compiled.check.questions?.(evidence, context) ?? []
  } catch {
    // What breaks here breaks the evaluation too, which tells it.
    return []
  }
}

async function ask(judge: Judge, { phrase, speaker, text }: PhraseQuestion): Promise<JudgementRecord> {
  const question = { phrase, speaker, text }
  try {
    const answer: unknown = await judge.decide({ ...question })
    if (!isAnswer(answer)) {
      throw new TypeError(
        `Expected the judge to answer {"expressed": true or false, "answer": "…"}, got ${showJson(answer as JsonValue)}.`,
      )
    }
    return {
      judge: judge.name,
      ...question,
      expressed: answer.expressed,
      answer: shorten(answer.answer, longestAnswer),
    }
  } catch (error) {
    return unanswered(judge, question, error instanceof Error ? error.message : String(error))
  }
}

function isAnswer(value: unknown): value is { readonly expressed: boolean; readonly answer: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'expressed' in value &&
    typeof value.expressed === 'boolean' &&
    'answer' in value &&
    typeof value.answer === 'string'
  )
}

function unanswered(judge: Judge, question: PhraseQuestion, why: string): JudgementRecord {
  return {
    judge: judge.name,
    ...question,
    expressed: null,
    answer: shorten(why, longestAnswer),
  }
}

function overLimit(limit: number): string {
  return `not asked: the judge may be asked ${limit} times in one verification (max_calls)`
}
