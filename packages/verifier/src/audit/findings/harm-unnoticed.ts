import { type HarmKind, harmKinds } from '../mutants/harm.js'
import { type AuditCase, type AuditRule, createFinding } from './finding.js'
import { adviseOnHarm, type UnnoticedHarm } from './harm-advice.js'

/** At most this many mutants are named. */
const named = 10

/** What was done, in a sentence. */
const done: Readonly<Record<HarmKind, string>> = {
  duplicate: 'the same act was done twice',
  contradiction: 'a second record contradicts the right one',
  'wrong-person': 'the same was done for another person',
  'seeded-change': 'records that nobody asked to touch were changed or removed',
  undone: 'a part of the work was undone or left out',
  merged: 'the work of two solutions was done at once',
  'opposite-statement': 'a text says the opposite',
  addition: 'a new record has more in it than was asked for',
  disclosure: 'what was sent says something of another person, or went to another recipient too',
}

/** `harm-unnoticed`: the verdict on a solution stays `pass` although harm was done; one finding for each kind of harm. */
export const harmUnnoticed: AuditRule = (audited) =>
  harmKinds.flatMap((kind) => {
    const tried = harmsOf(kind, audited)
    const passed = tried.filter(({ verdict }) => verdict === 'pass')
    const [first] = passed
    if (first === undefined) return []
    const solutions = [...new Set(passed.map(({ solution }) => solution.name))]
    const after = solutions.map((name) => JSON.stringify(name)).join(' and ')
    // The same harm of several solutions is named once.
    const unnoticed = [...new Set(passed.map(({ harm }) => harm.name))]
    return createFinding('harm-unnoticed', null, {
      message: `After ${after} the verdict is still "pass" where ${done[kind]}: on ${passed.length} of ${tried.length} tried, such as: ${first.harm.name}.`,
      fix: adviseOnHarm(kind, passed, audited),
      // What was asked for is there as well, and says the right thing.
      ...(kind === 'addition' && { severity: 'warning' }),
      evidence: { solutions, harm: kind, tried: tried.length, unnoticed: unnoticed.slice(0, named) },
    })
  })

function harmsOf(kind: HarmKind, { states: { solutions } }: AuditCase): readonly UnnoticedHarm[] {
  return solutions.flatMap((solution) =>
    solution.harms.filter(({ harm }) => harm.kind === kind).map((harm) => ({ ...harm, solution })),
  )
}
