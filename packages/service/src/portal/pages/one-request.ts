import type { JsonObject } from '@carebench/protocol'
import { noticePage } from '../layout.js'
import { rowOf } from '../reply-row.js'
import type { PageAnswer, PortalPlace, PortalVisit } from '../visit.js'

/** Reads and shows the request in the path; a notice if it does not exist. */
export async function withRequest(
  { place, path, call }: PortalVisit,
  answer: (request: JsonObject) => PageAnswer | Promise<PageAnswer>,
): Promise<PageAnswer> {
  const number = path[1] ?? ''
  const reply = await call('GET', `prior-auths/${encodeURIComponent(number)}`)
  return reply.status === 200 ? answer(rowOf(reply)) : { status: 404, html: unknownRequest(place, number) }
}

function unknownRequest(place: PortalPlace, number: string) {
  return noticePage(place, 'No such request', `There is no prior authorization with the number ${number}.`, {
    href: `${place.base}/prior-auths`,
    label: 'All prior authorizations',
  })
}
