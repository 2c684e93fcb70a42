import { type Command, InvalidArgumentError, type Option } from 'commander'

/** Whether an argument is a run file (a benchmark with options) rather than a benchmark. */
export function isRunFile(argument: string): boolean {
  return /\.run\.(ya?ml|json)$/i.test(argument)
}

/**
 * Keeps only the options in `shown` on the command line. All others are members of run files, and errors on the command
 * line.
 */
export function keepInRunFiles(command: Command, shown: readonly string[]): Command {
  const moved = command.options.filter(({ long }) => !shown.includes(String(long)))
  for (const option of moved) option.hideHelp()
  return command.hook('preAction', () => {
    const given = moved.find((option) => command.getOptionValueSource(option.attributeName()) === 'cli')
    if (given === undefined) return
    const member = toMember(given)
    command.error(
      `error: ${given.long} is not an option: write ${member} in a run file, such as nightly.run.yaml, and ` +
        'give that in place of the benchmark; see docs/guides/runs.md',
    )
  })
}

/** Returns the member for an option: `max_steps` for `--max-steps`. */
function toMember({ long }: Option): string {
  return String(long).replace('--', '').replaceAll('-', '_')
}

/**
 * Sets the options of a run file that the command line does not set, and returns the file's benchmark. Ignores members
 * that are options of other commands.
 */
export async function applyRunFile(command: Command, file: string): Promise<string> {
  const { readRunFile } = await import('../../running/run-file.js')
  const { benchmark, options } = readRunFile(file)
  for (const { flag, member, values } of options) {
    const option = command.options.find(({ long }) => long === flag)
    if (option === undefined) continue
    const name = option.attributeName()
    if (command.getOptionValueSource(name) === 'cli') continue
    try {
      command.setOptionValueWithSource(name, parseValues(option, values), 'config')
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error
      command.error(`error: ${file}: /${member} is invalid: ${error.message}`)
    }
  }
  return benchmark
}

function parseValues(option: Option, values: readonly string[]): unknown {
  let value: unknown
  for (const text of values) {
    if (option.argChoices?.includes(text) === false)
      throw new InvalidArgumentError(`Expected ${option.argChoices.join(' or ')}.`)
    if (option.isBoolean()) value = text === 'true'
    else value = option.parseArg === undefined ? text : option.parseArg(text, value)
  }
  return value
}
