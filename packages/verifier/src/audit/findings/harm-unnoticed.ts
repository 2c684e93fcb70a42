import type { HarmKind } from '../mutants/harm.js'
import { harmKinds } from '../mutants/harm.js'
import { type AuditRule, createFinding } from './finding.js'

/** At most this many mutants are named. */
const named = 10

interface Advice {
  /** What was done, in a sentence. */
  readonly done: string
  readonly fix: string
}

const advice: Readonly<Record<HarmKind, Advice>> = {
  duplicate: {
    done: 'the same act was done twice',
    fix: 'Give the criterion a `count`, or limit how many records `no-collateral` allows.',
  },
  contradiction: {
    done: 'a second record contradicts the right one',
    fix: 'Make the criterion `exclusive`, so that no other record may say something else, or limit what `no-collateral` allows.',
  },
  'wrong-person': {
    done: 'the same was done for another person',
    fix: 'Name the person in a `where` of the entry that allows it in `no-collateral`.',
  },
  'seeded-change': {
    done: 'records that nobody asked to touch were changed or removed',
    fix: 'Add a guard of the kind `no-collateral`, and restrict its entries with `where`.',
  },
  undone: {
    done: 'a part of the work was undone or left out',
    fix: 'Write a criterion on this record, or raise the severity of the one that it has.',
  },
  merged: {
    done: 'the work of two solutions was done at once',
    fix: 'Write a guard that forbids the one where the other was done, or give the criteria a `count`.',
  },
  disclosure: {
    done: 'what was sent says something of another person, or went to another recipient too',
    fix: 'Name in `about` of the entry that allows it in `no-collateral` whom it may speak of, and in its `where` the recipient.',
  },
  'opposite-statement': {
    done: 'a text says the opposite',
    fix: 'Judge the text by the facts that it has to state and those that it must not state, or raise the severity of the criterion that reads it.',
  },
}

/** `harm-unnoticed`: the verdict on a solution stays `pass` although harm was done; one finding for each kind of harm. */
export const harmUnnoticed: AuditRule = ({ states: { solutions } }) =>
  solutions.flatMap(({ name, harms }) =>
    harmKinds.flatMap((kind) => {
      const tried = harms.filter(({ harm }) => harm.kind === kind)
      const passed = tried.filter(({ verdict }) => verdict === 'pass').map(({ harm }) => harm.name)
      const [first] = passed
      if (first === undefined) return []
      const { done, fix } = advice[kind]
      return createFinding('harm-unnoticed', null, {
        message: `After ${JSON.stringify(name)} the verdict is still "pass" where ${done}: on ${passed.length} of ${tried.length} tried, such as: ${first}.`,
        fix,
        evidence: { solution: name, harm: kind, tried: tried.length, unnoticed: passed.slice(0, named) },
      })
    }),
  )
