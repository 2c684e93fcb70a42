import type { WorkstationAnswer } from '../visit.js'
import { startIn } from './app-links.js'
import { showReading } from './read-page.js'
import { type SendRequest, showSending } from './send-page.js'

/** Shows the page of a call: what it reads, or the form that sends it. */
export async function showCall(request: SendRequest): Promise<WorkstationAnswer> {
  const { visit, app, filled } = request
  if (filled.call.method !== 'GET') return showSending(request)
  const start = startIn(app, visit.query, filled.call.name)
  return showReading({ ...request, start: start?.call === filled.call.name ? start : null })
}
