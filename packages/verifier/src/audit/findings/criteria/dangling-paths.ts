import type { Steps } from '@carebench/protocol'
import type { SelectingPath } from '../../../checks/fields/selecting-path.js'
import type { EvidenceState } from '../../../evidence/state/evidence-state.js'
import { showJson } from '../../../values/json/show-json.js'
import type { JudgedState, JudgedStates } from '../../judged-states.js'
import { createFinding, forEachCriterion } from '../finding.js'

/**
 * `dangling-selector`: a path by which the assertion selects records leads nowhere in any record, neither in the
 * untouched state nor after a solution or a counterexample.
 */
export const danglingPaths = forEachCriterion(function* (criterion, index, { states }) {
  const { compiled } = criterion
  const paths = compiled.ok ? (compiled.check.selectingPaths ?? []) : []
  if (paths.length === 0) return undefined
  const { untouched, solutions, counters } = states
  const isJudged = ({ runs }: JudgedState) => runs[index]?.outcome !== 'errored'
  const readIn = (judged: readonly JudgedState[]) => judged.filter(isJudged).map(({ evidence }) => evidence.final)
  const isComplete = [untouched, ...solutions, ...counters].every(isJudged)
  // Most optional paths lead nowhere in every record, so many states would take long; the solutions have examples of
  // all their records.
  const [few, all] = [readIn([untouched, ...solutions]), readIn([untouched, ...solutions, ...counters])]
  const dangling: DanglingPath[] = []
  const known = isComplete ? knownOf(states) : new Map<string, Led>()
  for (const path of paths) {
    const { key } = path
    const led = (key === undefined ? undefined : known.get(key)) ?? (yield* examine(path, path.isOptional ? few : all))
    if (key !== undefined) known.set(key, led)
    if (led.isDangling) dangling.push({ path, nearest: led.nearest })
  }
  if (dangling.length === 0) return undefined
  return createFinding('dangling-selector', criterion, {
    message: dangling
      .map(({ path: { at, noun, path }, nearest }) => {
        const suggestion = nearest === undefined ? '' : ` The nearest is ${showJson(nearest)}.`
        return (
          `${at} reads ${showJson(path)}, which none of the ${noun} has, neither before nor after a solution or a ` +
          `counterexample.${suggestion}`
        )
      })
      .join(' '),
    fix: 'Correct the path, or let the data or a solution have a record with a value there.',
    evidence: {
      missing: dangling.map(({ path: { at, path }, nearest }) => ({
        path: at,
        value: path,
        ...(nearest !== undefined && { nearest }),
      })),
    },
  })
})

/** What a path led to. */
interface Led {
  readonly isDangling: boolean
  /** The nearest path that leads to a value. */
  readonly nearest?: string | undefined
}

interface DanglingPath {
  readonly path: SelectingPath
  readonly nearest: string | undefined
}

/** What paths with a key led to: criteria about the rows of a list have the same paths. */
const knownOfStates = new WeakMap<JudgedStates, Map<string, Led>>()

function knownOf(states: JudgedStates): Map<string, Led> {
  const known = knownOfStates.get(states) ?? new Map<string, Led>()
  knownOfStates.set(states, known)
  return known
}

function* examine(path: SelectingPath, states: readonly EvidenceState[]): Steps<Led> {
  yield
  const reading = yield* path.readIn(states)
  if (!reading.isRead || reading.isFound) return { isDangling: false }
  const nearest = yield* reading.nearest()
  return { isDangling: nearest !== undefined || !path.isOptional, nearest }
}
