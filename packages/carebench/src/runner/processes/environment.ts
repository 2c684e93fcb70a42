/** Variables that an agent's process inherits if they are set: only what a program needs to start. */
const inherited = ['PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ']

export interface EnvironmentOptions {
  /** The environment of the runner. */
  readonly source: Readonly<Record<string, string | undefined>>
  /** Names of further variables that the user passes on. */
  readonly pass: readonly string[]
  /** The folder for the process's home and temporary files. */
  readonly home: string
  /** The variables of the trial: `CAREBENCH_…`. */
  readonly variables: Readonly<Record<string, string>>
}

/**
 * Creates the environment of an agent's process from an allow-list; it is not a copy of the runner's environment.
 *
 * Throws a RangeError for a passed name that starts with `CAREBENCH_` (agents must not get keys that control results)
 * or that is not set.
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

/** Returns the value of a variable to pass on; throws a RangeError as {@link createEnvironment} does. */
export function readPassed(name: string, source: Readonly<Record<string, string | undefined>>): string {
  if (/^CAREBENCH_/i.test(name)) {
    throw new RangeError(
      `Expected names of variables that the agent needs, for example OPENAI_API_KEY; got ${name}. Variables of ` +
        'carebench are not passed on: its keys control results.',
    )
  }
  const value = Object.hasOwn(source, name) ? source[name] : undefined
  if (value === undefined) {
    throw new RangeError(
      `Expected the variable ${name} in the environment, to pass it to the agent; it is not set. Set it, or pass ` +
        'another name.',
    )
  }
  return value
}
