import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../json-shape.js'
import { refuse, unchanged } from '../rest/json-answer.js'
import type { SimulatorContext, SimulatorOutcome } from '../simulator.js'
import type { FaxRow } from './fax-row.js'

/**
 * Returns the pages of a received fax as a PDF, which an external service writes. Rejected for faxes that the agent
 * sent, because only their text is kept.
 */
export function readPages(
  faxes: ReadonlyMap<string, FaxRow>,
  id: string,
  { consult }: SimulatorContext,
): SimulatorOutcome<never> {
  const fax = faxes.get(id)
  if (fax === undefined) return refuse('RESOURCE_NOT_FOUND', `There is no fax ${show(id)}.`)
  if (fax.direction !== 'inbound') {
    return refuse('RESOURCE_NOT_FOUND', `The fax ${show(id)} was sent from here; only received faxes have pages.`)
  }
  const pages = fax.text.split('\f')
  const answer = consult?.('write-document', { title: fax.id, created_at: fax.created_at, pages })
  if (!isJsonObject(answer) || typeof answer.content_base64 !== 'string') {
    const message = `This service cannot write PDF files; read the text of the fax with GET faxes/${fax.id}.`
    return refuse('UNSUPPORTED_MEDIA_TYPE', message)
  }
  const headers = { 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' }
  return unchanged({ status: 200, headers, body: { base64: answer.content_base64 } })
}
