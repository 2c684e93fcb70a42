// Separate from the driver, whose declarations name types that are missing without the driver.

/** Thrown if the package `pg`, with which the store speaks to PostgreSQL, is not installed. */
export class MissingDriverError extends Error {
  override readonly name = 'MissingDriverError'
}
