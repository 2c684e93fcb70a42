/** The command was used wrongly: exit code 2, and the message alone is shown. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse'
}
