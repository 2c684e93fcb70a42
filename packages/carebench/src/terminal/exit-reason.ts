/** The command was used wrongly: exit code 2; only the message is printed. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The check of a command failed, as it has printed or as the message says: exit code 1. */
export class UnmetGoalError extends Error {
  override readonly name = 'UnmetGoalError'
}

/** A command has ended in a way for which it declares an exit code of its own. */
export class ExitCodeError extends Error {
  override readonly name = 'ExitCodeError'
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}
