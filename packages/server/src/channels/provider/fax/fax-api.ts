import { readMessage } from '../../agent-calls.js'
import { idNamed } from '../outside-id.js'
import type { ProviderAccount, ProviderAnswer, ProviderApi, ProviderRequest } from '../provider-api.js'
import { askSystem, sendToSystem } from '../system-answer.js'
import { faxError, faxRefusal } from './fax-error.js'
import { readFaxForm } from './fax-form.js'
import { listFaxes } from './fax-list.js'
import { faxResource } from './fax-resource.js'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const paths = new RegExp(`^/v2/faxes(?:/(${uuid}|fax_[0-9a-z]+)(/media)?)?$`)

/**
 * The fax machine of a sandbox as an API that real fax providers commonly have: JSON or forms with a file, a key as a
 * bearer token, and numbered pages. It makes the calls of the group `faxes`.
 */
export const faxApi: ProviderApi = {
  kind: 'fax-api',
  prefix: '/v2/',
  base: '/v2',
  credentialsOf(authorization) {
    const [, name, secret] = /^bearer +KEY([0-9A-F]{32})_(\S+)$/i.exec(authorization) ?? []
    return name === undefined || secret === undefined ? undefined : { name: name.toLowerCase(), secret }
  },
  credentialsFor: (account, password) => ({ password: `KEY${account.toUpperCase()}_${password}` }),
  refuse(refusal, message) {
    if (refusal === 'too-large') return faxRefusal({ status: 413, message })
    return faxError(refusal === 'unauthorized' ? '10009' : '10011', message)
  },
  async answer(request, account) {
    const { method, path, query } = request
    const [matched, id, media] = paths.exec(path) ?? []
    if (matched === undefined) return faxError('10005', `There is nothing at ${path}; faxes are at /v2/faxes.`)
    if (media !== undefined && id !== undefined && method === 'GET') return readMedia(id, account)
    if (id !== undefined && media === undefined && method === 'GET') return readFax(id, account)
    if (id === undefined && method === 'POST') return sendFax(request, account)
    if (id === undefined && method === 'GET') return listFaxes(query, account)
    const allow = id === undefined ? 'GET, POST' : 'GET'
    const refused = faxRefusal({ status: 405, message: `${method} is not possible here; possible: ${allow}.` })
    return { ...refused, headers: { allow } }
  },
}

async function sendFax(request: ProviderRequest, account: ProviderAccount): Promise<ProviderAnswer> {
  const form = await readFaxForm(request)
  if ('refusal' in form) return form.refusal
  const sent = await sendToSystem(account.call, {
    to_number: form.to,
    document_type: form.documentType,
    media_type: form.media.type,
    content_base64: form.media.base64,
  })
  if (sent.ok) return { status: 202, body: { data: faxResource(sent.value, account) } }
  if (sent.status === 400 && sent.message.startsWith('to_number')) {
    return faxError('10002', sent.message.replace(/^to_number/, 'to'), { pointer: '/to' })
  }
  return faxRefusal(sent)
}

async function readFax(outsideId: string, account: ProviderAccount): Promise<ProviderAnswer> {
  const id = toId(outsideId)
  if (id === undefined) return unknownFax(outsideId)
  const found = await askSystem(account.call, { method: 'GET', path: id })
  if (found.ok) return { status: 200, body: { data: faxResource(found.value, account) } }
  return found.status === 404 ? unknownFax(outsideId) : faxRefusal(found)
}

async function readMedia(outsideId: string, { call }: ProviderAccount): Promise<ProviderAnswer> {
  const id = toId(outsideId)
  if (id === undefined) return unknownFax(outsideId)
  const { status, headers, body } = await call({ method: 'GET', path: `${id}/content` })
  if (status === 200 && body instanceof Uint8Array) {
    return { status, headers: { 'content-type': headers['content-type'] ?? 'application/pdf' }, body }
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body ?? undefined)
  return status === 404 ? unknownFax(outsideId) : faxRefusal({ status, message: readMessage(text) })
}

function toId(text: string): string | undefined {
  return idNamed('fax_', text.replaceAll('-', ''))
}

function unknownFax(id: string): ProviderAnswer {
  return faxError('10005', `There is no such fax, or it has no media: ${id}.`)
}
