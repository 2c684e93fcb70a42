/** MUST: a server that does otherwise does not conform. SHOULD: a server may have good reasons to do otherwise. */
export type Level = 'MUST' | 'SHOULD'

/**
 * `core`: required by the interface specification. `extended`: required by docs/reference/contract.md where the
 * specification does not define something.
 */
export type Profile = 'core' | 'extended'

/** One requirement on a server. */
export interface Requirement<Id extends string = string> {
  /** Topic and name in kebab-case, for example `pagination.limit-clamped`; never reused for something else. */
  readonly id: Id
  /** `Specification 4.4`, or for the profile `extended` a heading of docs/reference/contract.md. */
  readonly section: string
  readonly level: Level
  readonly profile: Profile
  /** The requirement in one sentence. */
  readonly statement: string
}

type Statements = Readonly<Record<string, string>>

/** Requirements of the profile `core`, by id; the section is a number of the specification. */
export function specified<const All extends Statements>(
  section: `${number}` | `${number}.${number}`,
  statements: All,
): readonly Requirement<keyof All & string>[] {
  return list(`Specification ${section}`, 'MUST', 'core', statements)
}

/** Requirements of the profile `extended`, by id; the section is a heading of docs/reference/contract.md. */
export function decided<const All extends Statements>(
  section: string,
  statements: All,
): readonly Requirement<keyof All & string>[] {
  return list(section, 'MUST', 'extended', statements)
}

/** As {@link decided}, for requirements of the level SHOULD. */
export function recommended<const All extends Statements>(
  section: string,
  statements: All,
): readonly Requirement<keyof All & string>[] {
  return list(section, 'SHOULD', 'extended', statements)
}

function list<const All extends Statements>(
  section: string,
  level: Level,
  profile: Profile,
  statements: All,
): readonly Requirement<keyof All & string>[] {
  return Object.entries(statements).map(([id, statement]) => ({
    id: id as keyof All & string,
    section,
    level,
    profile,
    statement,
  }))
}
