/** The command was used wrongly: exit code 2, and the message alone is shown. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse'
}

/** What was checked fell short, as the command has printed or as the message says: exit code 1. */
export class FellShort extends Error {
  override readonly name = 'FellShort'
}
