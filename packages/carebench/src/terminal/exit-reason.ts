/** The command was used wrongly: exit code 2; only the message is printed. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse'
}

/** The check of a command failed, as it has printed or as the message says: exit code 1. */
export class FellShort extends Error {
  override readonly name = 'FellShort'
}

/** A command has ended in a way for which it declares an exit code of its own. */
export class EndedOtherwise extends Error {
  override readonly name = 'EndedOtherwise'
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}
