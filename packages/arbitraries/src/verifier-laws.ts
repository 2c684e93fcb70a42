import type { Verification, VerifyInput } from '@carebench/verifier'
import fc from 'fast-check'
import { verificationCases } from './cases.js'
import type { Law } from './scoring-laws.js'

/** A verifier as the laws see it. */
export type VerifyFunction = (input: VerifyInput) => Verification

const demand = (holds: boolean, message: () => string): void => {
  if (!holds) throw new Error(message())
}

const inUnit = (score: number): boolean => score >= 0 && score <= 1

/** Every score lies from 0 to 1, `passed` says the same as the score, and what could not be told never passes. */
const honest: Law<VerifyFunction> = {
  name: 'honest outcomes',
  property: (verify) =>
    fc.property(verificationCases(), (input) => {
      const { score, verdict, axes, criterion_runs: runs } = verify(input)
      demand(score !== null && inUnit(score), () => `expected a score from 0 to 1, got ${score}`)
      demand(
        (verdict === 'fail') === (score === 0),
        () => `expected fail for a score of 0 alone, got ${verdict} for ${score}`,
      )
      demand(
        Object.values(axes).every((axis) => inUnit(axis.score)),
        () => 'expected scores of axes from 0 to 1',
      )
      demand(runs.length === input.criteria.length, () => 'expected one run a criterion')
      for (const run of runs) {
        demand(inUnit(run.score), () => `expected a criterion score from 0 to 1, got ${run.score}`)
        demand(run.passed === (run.score === 1), () => `expected passed for a score of 1 alone, got ${run.score}`)
        demand(
          run.passed === (run.outcome === 'passed'),
          () => `expected passed and outcome to agree, got ${run.outcome}`,
        )
        demand(run.outcome !== 'unsupported' || run.score === 0, () => `expected 0 for unsupported, got ${run.score}`)
      }
    }),
}

/** The order of the criteria changes no bit of score, verdict, axes and runs. */
const orderFree: Law<VerifyFunction> = {
  name: 'order-free',
  property: (verify) =>
    fc.property(
      verificationCases().chain((input) =>
        fc.tuple(
          fc.constant(input),
          fc.shuffledSubarray(
            input.criteria.map((_, index) => index),
            { minLength: input.criteria.length },
          ),
        ),
      ),
      ([{ criteria, evidence }, order]) => {
        const before = verify({ criteria, evidence })
        const after = verify({ criteria: order.map((index) => criteria[index] as (typeof criteria)[number]), evidence })
        demand(Object.is(before.score, after.score), () => `expected ${before.score} in any order, got ${after.score}`)
        demand(before.verdict === after.verdict, () => `expected ${before.verdict}, got ${after.verdict}`)
        for (const [axis, { score, weight }] of Object.entries(before.axes)) {
          const other = Object.hasOwn(after.axes, axis) ? after.axes[axis] : undefined
          demand(
            Object.is(other?.score, score) && Object.is(other?.weight, weight),
            () => `expected the axis ${axis} unchanged`,
          )
        }
        const shuffled = order.map((index) => before.criterion_runs[index])
        demand(JSON.stringify(shuffled) === JSON.stringify(after.criterion_runs), () => 'expected the same runs')
      },
    ),
}

/** The same input gives the same bytes, and neither criteria nor evidence are changed. */
const pure: Law<VerifyFunction> = {
  name: 'pure',
  property: (verify) =>
    fc.property(verificationCases(), (input) => {
      const before = JSON.stringify(input)
      const first = JSON.stringify(verify(input))
      demand(JSON.stringify(verify(input)) === first, () => 'expected the same result twice')
      demand(JSON.stringify(input) === before, () => 'expected the input unchanged')
    }),
}

/** Doing nothing earns 0, with guards and without: the final state being the initial one. */
const idleEarnsNothing: Law<VerifyFunction> = {
  name: 'idle earns nothing',
  property: (verify) =>
    fc.property(verificationCases(), ({ criteria, evidence }) => {
      const { initial: _, version, ...state } = evidence
      const { score, verdict, axes, criterion_runs } = verify({
        criteria,
        evidence: { version, ...state, initial: state },
      })
      demand(
        score === 0 && verdict === 'fail',
        () => `expected 0 and fail for doing nothing, got ${score} and ${verdict}`,
      )
      const unearned = Object.entries(axes).filter(
        ([axis, value]) =>
          value.score > 0 && criterion_runs.filter((run) => run.axis === axis).every((run) => run.guard),
      )
      demand(unearned.length === 0, () => 'expected 0 on an axis of guards alone')
    }),
}

/** The laws of a verifier. */
export const verifierLaws: readonly Law<VerifyFunction>[] = [honest, orderFree, pure, idleEarnsNothing]
