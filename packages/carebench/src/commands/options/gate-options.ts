import { type Command, InvalidArgumentError } from 'commander'

/** Adds the gates for results of `carebench run`. `coverage` describes the default coverage. */
export function addGateOptions(command: Command, coverage: string): Command {
  return command
    .option('--fail-under <rate>', 'exit 1 if an agent passes a smaller share of its scored trials', share)
    .option(
      '--min-coverage <share>',
      `exit 3 if a smaller share of the trials of an agent is scored (${coverage})`,
      share,
    )
    .option('--fail-on-regression <folder>', 'exit 5 if an agent is worse than in this results folder, beyond chance')
    .option('--significance <share>', 'false alarms to accept with --fail-on-regression (default: 0.05)', share)
}

/** Reads a share from 0 to 1. */
export function share(text: string): number {
  const value = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && value <= 1) return value
  throw new InvalidArgumentError('Expected a share from 0 to 1, such as 0.95.')
}
