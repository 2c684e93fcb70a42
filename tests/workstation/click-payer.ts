import { type StartedPayer, startPayer } from '../portal/open-portal.js'
import { Clicker } from './clicker.js'

/** Starts a task with a payer, and enters its workstation. */
export async function clickPayer(): Promise<{ readonly payer: StartedPayer; readonly clicker: Clicker }> {
  const payer = await startPayer()
  const clicker = new Clicker(payer.service)
  const opened = await payer.call(payer.runToken, 'POST', `/v1/task-runs/${payer.taskRunId}/workstation`)
  await clicker.enter((opened as { readonly url: string }).url)
  return { payer, clicker }
}
