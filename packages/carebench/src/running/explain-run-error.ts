import { TrialStopError } from '../runner/ended.js'
import { FolderInUseError } from '../runner/results/folder-lock.js'
import { DamagedFolderError } from '../runner/results/stored-json.js'
import { AgentsNotReadyError } from '../runner/runs/check-agents.js'
import { ChangedLockError } from '../runner/runs/run-lock.js'
import { ServiceRejectionError } from '../runner/service-connection.js'
import { ExitCodeError, UnmetGoalError, UsageError } from '../terminal/exit-reason.js'

/** Returns the error with which `carebench run` ends; for errors that the user can fix, a one-line explanation. */
export function explainRunError(error: unknown): unknown {
  if (error instanceof ChangedLockError) {
    return new UsageError(`${error.message}\nStart it in a folder of its own: --folder NAME`, { cause: error })
  }
  if (error instanceof FolderInUseError || error instanceof DamagedFolderError || error instanceof RangeError) {
    return new UsageError(error.message, { cause: error })
  }
  if (error instanceof AgentsNotReadyError) {
    const message = `${error.message}\nNothing was started; --no-preflight leaves out this check`
    return new ExitCodeError(3, message)
  }
  if (error instanceof TrialStopError) return new UnmetGoalError(error.ended.message ?? error.message, { cause: error })
  if (error instanceof ServiceRejectionError) return new UsageError(error.message, { cause: error })
  return error
}
