import { MissingSshError } from './missing-ssh-error.js'

type Ssh = typeof import('ssh2')

/** Loads the package ssh2, an optional peer dependency. Throws a {@link MissingSshError} if it is not installed. */
export async function loadSsh(load: () => Promise<{ readonly default: Ssh }> = () => import('ssh2')): Promise<Ssh> {
  try {
    return (await load()).default
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new MissingSshError(
      'SFTP needs the package ssh2, which is not installed. Install it where carebench is, with npm install ssh2 ' +
        '(npm install --global ssh2, if carebench is global); with npx: npx -p carebench -p ssh2 carebench …',
      { cause: error },
    )
  }
}

/** Whether `ssh2` itself is missing; errors of a damaged installation are reported unchanged. */
function isMissing(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND' && /'ssh2'/.test(error.message)
  )
}
