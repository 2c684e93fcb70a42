import type { Clinic } from './clinic/clinic.js'
import type { Instance } from './family.js'

/** Thrown if an instance would not be a fair task. `reason` is a short code, for statistics. */
export class UnfairDrawError extends Error {
  override readonly name = 'UnfairDrawError'

  constructor(
    readonly reason:
      | 'ambiguous-patient'
      | 'distractor-fits'
      | 'undecided-branch'
      | 'answer-told'
      | 'broken-check'
      | 'same-structure'
      | 'out-of-range',
    message: string,
  ) {
    super(message)
  }
}

/** A person whom an instruction may name. */
export interface NamedPerson {
  readonly given: string
  readonly family: string
  /** `YYYY-MM-DD`. */
  readonly birthDate: string
}

/**
 * Throws if a person has the same name and date of birth as somebody in the clinic or another one of `people`, because
 * name and date of birth must identify one person.
 *
 * @throws {@link UnfairDrawError}
 */
export function refuseKnownPeople(people: readonly NamedPerson[], clinic: Pick<Clinic, 'people'>): void {
  const names = people.map(({ given, family, birthDate }) => `${given} ${family} ${birthDate}`)
  const known = names.find((name, index) => clinic.people.has(name) || names.indexOf(name) !== index)
  if (known !== undefined) throw new UnfairDrawError('ambiguous-patient', `${known} is in the clinic already`)
}

/**
 * Throws if the instruction, in any of its three forms, contains one of the answers that the agent has to find.
 *
 * @throws {@link UnfairDrawError}
 */
export function refuseToldAnswers({ taskItems }: Pick<Instance, 'taskItems'>, answers: readonly string[]): void {
  const told = JSON.stringify(taskItems)
  const found = answers.find((answer) => told.includes(answer))
  if (found !== undefined) throw new UnfairDrawError('answer-told', `the instruction contains ${found}`)
}

/** Returns the result of a draw; undefined if the draw throws an {@link UnfairDrawError}. */
export function drawn<Result>(draw: () => Result): Result | undefined {
  try {
    return draw()
  } catch (error) {
    if (error instanceof UnfairDrawError) return undefined
    throw error
  }
}
