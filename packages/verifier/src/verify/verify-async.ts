import type { JsonValue, JudgementRecord } from '@carebench/protocol'
import { type CompiledCriterion, isCompiled } from '../criteria/criterion.js'
import { PreparedEvidence } from '../evidence/prepared-evidence.js'
import type { Judge } from '../judge/judge.js'
import { questionKey } from '../judge/judgements.js'
import type { PhraseQuestion } from '../judge/phrase-question.js'
import { checkOptions } from '../scoring/check-options.js'
import type { Verification } from '../scoring/verification.js'
import { shorten, showJson } from '../values/json/show-json.js'
import type { Verifier, VerifyInput } from './verifier.js'
import { verify } from './verify.js'

/** Maximum length of a quoted answer in UTF-16 units; the middle of a longer one is elided. */
const maxAnswerLength = 1000

/** Input of {@link verifyAsync}. */
export interface VerifyAsyncInput extends VerifyInput {
  readonly judge: Judge
  /** Maximum number of questions to the judge. Default 100. Criteria whose questions exceed it end `errored`. */
  readonly max_calls?: number
  readonly verifier: Pick<Verifier, 'verifyInSteps' | 'compileCriteria' | 'prepareEvidence'>
}

/** A verification with the judgements it used. */
export interface JudgedVerification extends Verification {
  /**
   * All judgements that were used, including those already in the evidence; store them as the evidence's `judgements`.
   */
  readonly judgements: readonly JudgementRecord[]
}

/**
 * Verifies like {@link verify}, with a judge for phrases that do not appear in the text literally: `contains` and
 * `not_contains` of `voice-transcript`. Phrases found in the text need no judge; otherwise the judge is asked turn by
 * turn until one turn expresses the phrase.
 *
 * With the `judgements` added to the evidence, {@link verify} gives the same result without a judge. Judgements
 * already in the evidence are not requested again. If the judge throws or returns no answer, the criterion ends
 * `errored`, and that is recorded too.
 *
 * @throws {InvalidCriteriaError} if the criteria are malformed, {@link InvalidEvidenceError} if the evidence is,
 *   RangeError if an option is wrong
 */
export async function verifyAsync(input: VerifyAsyncInput): Promise<JudgedVerification> {
  const { judge, max_calls: limit = 100, verifier, options } = input
  if (!Number.isSafeInteger(limit) || limit < 0) {
    throw new RangeError(`Expected max_calls to be a whole number from 0, got ${String(limit)}; for example 100.`)
  }
  if (options !== undefined) checkOptions(options)
  const criteria = isCompiled(input.criteria) ? input.criteria : verifier.compileCriteria(input.criteria)
  const prepared =
    input.evidence instanceof PreparedEvidence ? input.evidence : verifier.prepareEvidence(input.evidence)
  let evidence = prepared
  let left = limit
  for (;;) {
    const questions = openQuestions(criteria, evidence)
    if (questions.length === 0) break
    const asked = questions.slice(0, left)
    left -= asked.length
    const judged = await Promise.all(asked.map((question) => ask(judge, question)))
    const unasked = questions.slice(asked.length).map((question) => unanswered(judge, question, overLimit(limit)))
    evidence = evidence.withJudgements([...judged, ...unasked])
    // At the limit the judge is no longer asked, so a check that goes on asking gets no further answers.
    if (asked.length === 0) break
  }
  const verification = verify({ verifier, criteria, evidence, ...(options && { options }) })
  return { ...verification, judgements: evidence.judgements }
}

function openQuestions(criteria: readonly CompiledCriterion[], evidence: PreparedEvidence): readonly PhraseQuestion[] {
  const questions = new Map<string, PhraseQuestion>()
  const states = [evidence, ...evidence.withoutActs()]
  for (const criterion of criteria) {
    for (const state of states) {
      // A question that has an answer is not asked again, even if a custom check requests it.
      for (const question of listQuestions(criterion, state)) {
        if (evidence.judgement(question) === undefined) questions.set(questionKey(question), question)
      }
    }
  }
  return [...questions.values()]
}

function listQuestions(
  { compiled, context }: CompiledCriterion,
  evidence: PreparedEvidence,
): readonly PhraseQuestion[] {
  if (!compiled.ok) return []
  try {
    return compiled.check.questions?.(evidence, context) ?? []
  } catch {
    // Whatever fails here fails in the evaluation too, which reports it.
    return []
  }
}

async function ask(judge: Judge, { phrase, speaker, text }: PhraseQuestion): Promise<JudgementRecord> {
  const question = { phrase, speaker, text }
  try {
    const answer: unknown = await judge.decide({ ...question })
    if (!isAnswer(answer)) {
      throw new TypeError(
        'Expected the judge to answer {"expressed": true or false, "answer": "…"}, got ' +
          `${showJson(answer as JsonValue)}.`,
      )
    }
    return {
      judge: judge.name,
      ...question,
      expressed: answer.expressed,
      answer: shorten(answer.answer, maxAnswerLength),
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
    answer: shorten(why, maxAnswerLength),
  }
}

function overLimit(limit: number): string {
  return `not asked: the judge may be asked ${limit} times in one verification (max_calls)`
}
