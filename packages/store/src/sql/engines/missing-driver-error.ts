// Apart from the driver: its declarations name types that nobody has who has no driver.

/** Thrown if the package `pg`, with which the store speaks to PostgreSQL, is not installed. */
export class MissingDriverError extends Error {
  override readonly name = 'MissingDriverError'
}
