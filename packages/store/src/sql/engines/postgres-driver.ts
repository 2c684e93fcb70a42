import { MissingDriverError } from './missing-driver-error.js'

type Driver = typeof import('pg').default

/**
 * Loads the driver of PostgreSQL, an optional peer dependency: other stores need none of its 13 packages. Throws a
 * {@link MissingDriverError} that says how to install it.
 */
export async function loadDriver(load: () => Promise<{ readonly default: Driver }> = loadPg): Promise<Driver> {
  try {
    return (await load()).default
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new MissingDriverError(
      'PostgreSQL needs the package pg, which is not installed. Install it where carebench is, with npm install pg ' +
        '(npm install --global pg, if carebench is global); with npx: npx -p carebench -p pg carebench …',
      { cause: error },
    )
  }
}

function loadPg() {
  return import('pg')
}

/** Whether `pg` itself is missing; errors of a damaged installation are reported unchanged. */
function isMissing(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND' && /'pg'/.test(error.message)
  )
}
