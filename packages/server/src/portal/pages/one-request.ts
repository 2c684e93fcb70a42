import type { JsonObject } from '@carebench/protocol'
import type { PortalAnswer, PortalPlace, PortalVisit } from '@carebench/service'
import { noticePage } from '../layout.js'
import { rowOf } from '../reply-row.js'

/** Reads and shows the request in the path; a notice if it does not exist. */
export async function withRequest(
  { place, path, call }: PortalVisit,
  answer: (request: JsonObject) => PortalAnswer | Promise<PortalAnswer>,
): Promise<PortalAnswer> {
  const number = path[1] ?? ''
  const reply = await call('GET', `prior-auths/${encodeURIComponent(number)}`)
  return reply.status === 200 ? answer(rowOf(reply)) : { status: 404, html: unknownRequest(place, number) }
}

function unknownRequest(place: PortalPlace, number: string): string {
  return noticePage(place, {
    title: 'No such request',
    text: `There is no prior authorization with the number ${number}.`,
    link: { href: `${place.base}/prior-auths`, label: 'All prior authorizations' },
  })
}
