/** Error when a command was used wrongly: exit code 2; only the message is printed. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Error when the check of a command failed: exit code 1; the reason was printed, or is in the message. */
export class UnmetGoalError extends Error {
  override readonly name = 'UnmetGoalError'
}

/** Error for an exit code that the help of a command lists. */
export class ExitCodeError extends Error {
  override readonly name = 'ExitCodeError'
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}
