/** Variables that a process of an agent gets from ours, where they are set: no more than a program needs to start. */
const inherited = ['PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ']

export interface EnvironmentOptions {
  /** Our own environment. */
  readonly source: Readonly<Record<string, string | undefined>>
  /** Names of further variables to pass on, as the user asked for. */
  readonly pass: readonly string[]
  /** The folder that the process sees as its home and keeps temporary files in. */
  readonly home: string
  /** What the trial adds: `CAREBENCH_…`. */
  readonly variables: Readonly<Record<string, string>>
}

/**
 * The environment of an agent's process: an allow-list, never a copy of ours.
 *
 * Throws a RangeError for a passed name that starts with `CAREBENCH_` (keys that decide over results must stay away
 * from agents) or that is not set.
 */
export function createEnvironment({ source, pass, home, variables }: EnvironmentOptions): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const name of inherited) {
    const value = source[name]
    if (value !== undefined) environment[name] = value
  }
  for (const name of pass) environment[name] = readPassed(name, source)
  return { ...environment, HOME: home, TMPDIR: home, ...variables }
}

/** The value of a variable to pass on; throws a RangeError as {@link createEnvironment} does. */
export function readPassed(name: string, source: Readonly<Record<string, string | undefined>>): string {
  if (/^CAREBENCH_/i.test(name)) {
    throw new RangeError(
      `Expected names of variables that the agent needs, for example OPENAI_API_KEY; got ${name}. Variables of ` +
        'carebench are not passed on: its keys decide over results.',
    )
  }
  const value = source[name]
  if (value === undefined) {
    throw new RangeError(
      `Expected the variable ${name} in the environment, to pass it to the agent; it is not set. Set it, or pass ` +
        'another name.',
    )
  }
  return value
}
