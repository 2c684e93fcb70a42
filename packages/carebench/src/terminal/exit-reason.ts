/** The command was used wrongly: exit code 2; only the message is printed. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The check of a command failed; the reason was printed, or is in the message: exit code 1. */
export class UnmetGoalError extends Error {
  override readonly name = 'UnmetGoalError'
}

/** A command ended with a specific exit code that it declares. */
export class ExitCodeError extends Error {
  override readonly name = 'ExitCodeError'
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}
